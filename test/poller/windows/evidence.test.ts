// An answer is believed only if it contains the rows that are known to be in its window.
import { beforeEach, describe, expect, it } from '@jest/globals'
import type { TradeRow, Window } from '../../../services/platforms/source.ts'
import type { Coverage } from '../../../services/poller/windows/coverage.ts'
import { silentObserver } from '../../../services/poller/observer.ts'
import { createEvidence } from '../../../services/poller/windows/evidence.ts'
import { createPublishedRows } from '../../../services/poller/windows/published-rows.ts'
import type { Answer } from '../../../services/poller/windows/split-window.ts'

const rowAt = (second: number, key = String(second)): TradeRow => ({
  marketNativeId: 'm',
  key,
  timeMs: second * 1000,
  body: '',
  url: '',
  receivedAtMs: 0,
})

const refused = /lacks \d+ known rows/
const asOfMs = 200_000
let clockMs = 0
let counted: string[] = []
let asked: Window[] = []
let served: TradeRow[] = []
let published = createPublishedRows()
const coverage: Coverage = { fromMs: 0, untilMs: 150_000, gaps: [] }
/** Where the coverage ends. */
let readUntilMs = 0
let evidence = create()

function create() {
  const count = (_: string, labels: Readonly<Record<string, string>>): void => {
    counted.push(labels['reason'] ?? '')
  }
  return createEvidence<TradeRow>({
    platform: 'platform_a',
    keyOf: ({ key }) => key,
    isReadable: ({ body }) => body !== 'changed',
    steadyNow: () => clockMs,
    observer: { ...silentObserver, count },
  })
}

beforeEach(() => {
  ;[clockMs, counted, asked, served, readUntilMs] = [0, [], [], [], 150_000]
  published = createPublishedRows()
  evidence = create()
})

const note = (...rows: TradeRow[]): void => published.note(published.select(rows))

async function answerFor({ fromS, untilS }: Window): Promise<Answer<TradeRow>> {
  asked.push({ fromS, untilS })
  await Promise.resolve()
  const rows = served.filter(({ timeMs }) => {
    const second = (timeMs ?? 0) / 1000
    return second >= fromS && second < untilS
  })
  return { rows, asOfMs, isComplete: true }
}

const read = (window: Window, from = answerFor, proof = evidence.begin(() => published)) =>
  proof.read(from, window, {
    settleLagMs: 5_000,
    coverage: { ...coverage, untilMs: readUntilMs },
  })

const window = { fromS: 100, untilS: 150 }

describe('an answer', () => {
  it('is believed if nothing is known', async () => {
    expect((await read(window)).rows).toEqual([])
    expect(asked).toEqual([window])
  })

  it.each<[string, TradeRow[]]>([
    ['nothing', []],
    ['only older rows', [rowAt(101)]],
    ['only newer rows', [rowAt(110), rowAt(120)]],
    ['one of two equal rows', [rowAt(101), rowAt(110)]],
  ])('is rejected if it has %s', async (_name, rows) => {
    note(rowAt(101), rowAt(110), rowAt(110))
    served = rows
    await expect(read(window)).rejects.toThrow(refused)
    expect(counted).toEqual(['missing'])
    served = [rowAt(120), rowAt(110), rowAt(101), rowAt(110)]
    expect((await read(window)).rows).toEqual(served)
    expect(asked).toEqual([window, window])
  })

  it('may lack rows that the platform still shows with a delay', async () => {
    note(rowAt(110), rowAt(196))
    served = [rowAt(110)]
    expect((await read({ fromS: 100, untilS: 200 })).rows).toEqual(served)
  })

  it('for a quiet window is proven by the newest rows before it, which it then does not return', async () => {
    note(rowAt(40), rowAt(50))
    served = [rowAt(120)]
    await expect(read(window)).rejects.toThrow(refused)
    expect(asked).toEqual([{ fromS: 50, untilS: 150 }])
    served = [rowAt(40), rowAt(50), rowAt(120)]
    for (const fromS of [40, 50]) {
      expect((await read(window)).rows).toEqual([rowAt(120)])
      expect(asked.at(-1)).toEqual({ fromS, untilS: 150 })
    }
  })

  it('behind a gap is not proven by a separate request for known rows', async () => {
    readUntilMs = 60_000
    note(rowAt(50))
    await expect(read(window)).rejects.toThrow(refused)
    expect(asked).toEqual([{ fromS: 40, untilS: 51 }])
    served = [rowAt(50), rowAt(120)]
    expect(await read(window)).toMatchObject({ rows: [rowAt(120)], isUnproven: true })
    expect(asked.slice(1)).toEqual([{ fromS: 40, untilS: 51 }, window])
  })

  it('behind a gap is proven by a row shortly before it', async () => {
    readUntilMs = 100_000
    note(rowAt(91))
    const withGap = {
      ...coverage,
      untilMs: 100_000,
      gaps: [{ from_ms: 60_000, until_ms: 100_000, reason: 'unreachable' }],
    }
    const readBehind = () =>
      evidence
        .begin(() => published)
        .read(answerFor, window, { settleLagMs: 5_000, coverage: withGap })
    await expect(readBehind()).rejects.toThrow(refused)
    served = [rowAt(91), rowAt(120)]
    const answer = await readBehind()
    expect(answer.rows).toEqual([rowAt(120)])
    expect(answer).not.toHaveProperty('isUnproven')
    expect(asked).toEqual([
      { fromS: 91, untilS: 150 },
      { fromS: 91, untilS: 150 },
    ])
  })

  it('for a gap that is read again is proven by the row before it, up to an hour away', async () => {
    const reread = { fromS: 4_000, untilS: 4_100 }
    const beforeStart = { ...coverage, fromMs: 4_000_000, untilMs: 5_000_000 }
    const answerLater = async (part: Window) => ({ ...(await answerFor(part)), asOfMs: 6_000_000 })
    const readAgain = () =>
      evidence
        .begin(() => published)
        .read(answerLater, reread, { settleLagMs: 5_000, coverage: beforeStart })
    note(rowAt(401))
    served = [rowAt(401)]
    expect(await readAgain()).not.toHaveProperty('isUnproven')
    expect(asked).toEqual([{ fromS: 401, untilS: 4_100 }])
    served = []
    await expect(readAgain()).rejects.toThrow(refused)
    reread.fromS = 4_002
    served = [rowAt(401)]
    expect(await readAgain()).toMatchObject({ rows: [], isUnproven: true })
  })

  describe('for a gap that is read again', () => {
    const gap = { fromS: 60, untilS: 80 }
    const readGap = (from = answerFor) =>
      evidence
        .begin(() => published)
        .read(from, gap, {
          settleLagMs: 5_000,
          coverage: {
            ...coverage,
            gaps: [{ from_ms: 60_000, until_ms: 80_000, reason: 'unreachable' }],
          },
        })

    it('has the row after it: a list that ends too early is rejected', async () => {
      note(rowAt(50), rowAt(90), rowAt(95))
      served = [rowAt(50), rowAt(61)]
      await expect(readGap()).rejects.toThrow(refused)
      expect(asked).toEqual([{ fromS: 50, untilS: 91 }])
      served = [rowAt(50), rowAt(61), rowAt(79), rowAt(90), rowAt(95)]
      expect((await readGap()).rows).toEqual([rowAt(61), rowAt(79)])
    })

    it('has the row after it, too, if rows of the gap are known', async () => {
      note(rowAt(70), rowAt(90))
      served = [rowAt(70)]
      await expect(readGap()).rejects.toThrow(refused)
      served = [rowAt(70), rowAt(79), rowAt(90)]
      expect((await readGap()).rows).toEqual([rowAt(70), rowAt(79)])
      expect(asked).toEqual([
        { fromS: 60, untilS: 91 },
        // the last answer lacked the row at 90, and no newer row is known
        { fromS: 60, untilS: 91 },
      ])
    })

    it('needs no row from behind another gap', async () => {
      note(rowAt(50), rowAt(120))
      const gaps = [
        { from_ms: 60_000, until_ms: 80_000, reason: 'unreachable' },
        { from_ms: 100_000, until_ms: 110_000, reason: 'unreachable' },
      ]
      served = [rowAt(50), rowAt(61)]
      const answer = await evidence
        .begin(() => published)
        .read(answerFor, gap, { settleLagMs: 5_000, coverage: { ...coverage, gaps } })
      expect(answer.rows).toEqual([rowAt(61)])
      expect(asked).toEqual([{ fromS: 50, untilS: 80 }])
    })

    it('is requested without the row after it if that is too much for one answer', async () => {
      note(rowAt(70), rowAt(90))
      served = [rowAt(70), rowAt(79), rowAt(90)]
      const atMostTwo = async (part: Window): Promise<Answer<TradeRow>> => {
        const answer = await answerFor(part)
        const isComplete = answer.rows.length <= 2
        return isComplete ? answer : { ...answer, rows: answer.rows.slice(-2), isComplete }
      }
      expect(await readGap(atMostTwo)).toMatchObject({
        rows: [rowAt(70), rowAt(79)],
        isComplete: true,
      })
      expect(asked).toEqual([{ fromS: 60, untilS: 91 }, gap])
    })

    /** Reads once a minute. */
    async function readGapFor(minutes: number): Promise<Answer<TradeRow> | null> {
      for (let minute = 0; minute < minutes; minute += 1, clockMs += 60_000) {
        const answer = await readGap().catch(() => null)
        if (answer) return answer
      }
      return null
    }

    it('is doubtful when the platform has withdrawn the row after it, but has a newer one', async () => {
      note(rowAt(50), rowAt(90), rowAt(95))
      served = [rowAt(50), rowAt(61), rowAt(95)]
      expect(await readGapFor(2)).toBeNull()
      const answer = await readGapFor(3)
      expect(answer?.isDoubtful).toBe(true)
      expect(answer?.rows).toEqual([rowAt(61)])
    })

    it('is never filled by a list that ends too early, however often it is returned', async () => {
      note(rowAt(50), rowAt(90), rowAt(95))
      served = [rowAt(50), rowAt(61)]
      expect(await readGapFor(60)).toBeNull()
    })

    it('has the row after it, too, if no row before it is known', async () => {
      note(rowAt(90), rowAt(140))
      served = [rowAt(140)]
      await expect(readGap()).rejects.toThrow(refused)
      served = [rowAt(61), rowAt(90), rowAt(140)]
      expect((await readGap()).rows).toEqual([rowAt(61)])
      expect(asked).toContainEqual({ fromS: 60, untilS: 91 })
    })
  })

  it('for a part of a window has the rows that the answer for the window had', async () => {
    const proof = evidence.begin(() => published)
    const tooMany = (): Promise<Answer<TradeRow>> =>
      Promise.resolve({ rows: [rowAt(140), rowAt(110)], asOfMs, isComplete: false })
    await read(window, tooMany, proof)
    await expect(read({ fromS: 100, untilS: 125 }, answerFor, proof)).rejects.toThrow(refused)
    served = [rowAt(110)]
    expect((await read({ fromS: 100, untilS: 125 }, answerFor, proof)).rows).toEqual(served)
  })
})

it('an answer is proven by settled rows, not by newer ones that the platform may not show yet', async () => {
  readUntilMs = 105_000
  note(rowAt(50), rowAt(120))
  served = [rowAt(120)]
  await expect(read(window)).rejects.toThrow(refused)
  expect(asked).toEqual([{ fromS: 50, untilS: 150 }])
})

describe('rows that the platform no longer returns', () => {
  /** Reads every 30 s; the result of the last read. */
  async function readFor(seconds: number): Promise<Answer<TradeRow> | null> {
    for (let passedS = 0; ; passedS += 30) {
      try {
        return await read(window)
      } catch {
        if (passedS >= seconds) return null
      }
      clockMs += 30_000
    }
  }

  it('count as withdrawn after two minutes if newer rows are there; the window is doubtful', async () => {
    note(rowAt(101), rowAt(110))
    served = [rowAt(101), rowAt(120)]
    expect(await readFor(90)).toBeNull()
    expect(await readFor(60)).toMatchObject({ rows: served, isDoubtful: true })
    expect(counted.at(-1)).toBe('withdrawn')
    served = [rowAt(101), rowAt(110), rowAt(120)]
    expect(await read(window)).not.toHaveProperty('isDoubtful')
  })

  it('count as withdrawn together, however many are before the window', async () => {
    const seconds = Array.from({ length: 10 }, (_, i) => 10 * i)
    note(...seconds.map((second) => rowAt(second)))
    served = [...seconds.map((second) => rowAt(second, `other ${second}`)), rowAt(120)]
    expect(await readFor(450)).toMatchObject({ rows: [rowAt(120)], isDoubtful: true })
    expect((await read(window)).rows).toEqual([rowAt(120)])
  })

  it('never count as withdrawn if none of the newer rows can be mapped', async () => {
    note(rowAt(120))
    served = [
      { ...rowAt(120, 'other'), body: 'changed' },
      { ...rowAt(130), body: 'changed' },
    ]
    for (; clockMs <= 1_000_000; clockMs += 50_000)
      await expect(read(window)).rejects.toThrow(refused)
    served = [rowAt(120), rowAt(130)]
    expect((await read(window)).isDoubtful).toBeUndefined()
  })

  it('may be one of two equal rows', async () => {
    note(rowAt(110), rowAt(110))
    served = [rowAt(110), rowAt(120)]
    expect(await readFor(90)).toBeNull()
    expect(await readFor(60)).toMatchObject({ isDoubtful: true })
    expect(await read(window)).not.toHaveProperty('isDoubtful')
  })

  it.each([0, 1])(
    'are never given up for a list that ends before them (%i rows)',
    async (count) => {
      note(rowAt(101), rowAt(110))
      served = [rowAt(101)].slice(0, count)
      expect(await readFor(7_200)).toBeNull()
    },
  )
})
