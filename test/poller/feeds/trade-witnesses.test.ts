// An empty history is believed only while the platform returns trades that it returned before.
import { expect, it } from '@jest/globals'
import type { TapeState } from '../../../services/poller/checkpoints.ts'
import { createTradeWitnesses } from '../../../services/poller/feeds/trade-witnesses.ts'
import type { Source, TradeResult, TradeRow } from '../../../services/platforms/source.ts'
import { createDeps, never, nowMs, nowS } from '../support/source.ts'

const second = { fromS: nowS, untilS: nowS + 1 }
const rowOf = (marketNativeId: string): TradeRow => {
  const key = `trade of ${marketNativeId}`
  return { marketNativeId, key, timeMs: nowMs, body: '', url: '', receivedAtMs: nowMs }
}
/** `served`: the markets whose trades the platform returns. `asked`: the requests for known trades. */
function openWitnesses(newestRowMs?: number) {
  const deps = createDeps()
  /** `aheadMs`: how far the `asOfMs` of the response is ahead of the steady clock. */
  const answerWith = (ids: readonly string[], aheadMs = 0): TradeResult => ({
    rows: ids.map(rowOf),
    asOfMs: deps.now() + aheadMs,
    isComplete: true,
  })
  const platform = { served: [] as string[], asked: [] as string[] }
  const tape: TapeState = {
    startMs: 0,
    untilMs: nowMs,
    gaps: [],
    ...(newestRowMs && { newestRowMs }),
  }
  const source: Pick<Source, 'tape' | 'trades'> = {
    trades: async (ids, window) => {
      expect(window).toEqual(second)
      platform.asked.push(...ids)
      return answerWith(ids.filter((id) => platform.served.includes(id)))
    },
    tape: async (window) => {
      expect(window).toEqual(second)
      platform.asked.push('tape')
      return answerWith(platform.served)
    },
  }
  const witnesses = createTradeWitnesses({ ...deps, source: source as Source, tape: () => tape })
  /** Reads a history with these answers, and returns the markets in the result. */
  async function read(...answers: (readonly string[])[]): Promise<readonly string[]> {
    const { rows } = await witnesses.read(
      async () => answerWith(answers.shift() ?? ['not expected']),
      false,
      never,
    )
    expect(answers).toEqual([])
    return rows.map(({ marketNativeId }) => marketNativeId)
  }
  return { ...deps, platform, witnesses, answerWith, read }
}

it('is confirmed by one of the last trades, at most every five seconds', async () => {
  const { platform, read, sleep } = openWitnesses()
  for (const id of ['1', '2', '3', '4', '5', '6']) expect(await read([id])).toEqual([id])
  expect(await read([])).toEqual([])
  expect(platform.asked).toEqual([])

  await sleep(5_000, never)
  await expect(read([])).rejects.toThrow('not even known ones')
  expect(platform.asked.splice(0)).toEqual(['6', '5', '4', '3', '2'])
  platform.served = ['4']
  expect(await read([], [])).toEqual([])
  expect(await read([])).toEqual([])
  expect(platform.asked).toEqual(['6', '5', '4'])
})

it('is read again after the confirmation, because a fault may have ended between both', async () => {
  const { platform, read, sleep } = openWitnesses()
  await read(['1'])
  await sleep(5_000, never)
  platform.served = ['1']
  expect(await read([], ['2'])).toEqual(['2'])
})

it.each([
  ['was on its way for five seconds', 5_000, 0],
  ['is dated ahead of the clock', 0, 3_600_000],
])('is not proven by a response that %s', async (_name, onItsWayMs, aheadMs) => {
  const { platform, witnesses, answerWith, read, sleep } = openWitnesses()
  const request = async (): Promise<TradeResult> => {
    const answer = answerWith(['1'], aheadMs)
    await sleep(onItsWayMs, never)
    return answer
  }
  await witnesses.read(request, false, never)
  await sleep(5_000 - onItsWayMs, never)
  await expect(read([])).rejects.toThrow('not even known ones')
  expect(platform.asked).toEqual(['1'])
})

it('is confirmed by the newest row of the tape after a restart', async () => {
  const { platform, read } = openWitnesses(nowMs + 400)
  await expect(read([])).rejects.toThrow('not even known ones')
  platform.served = ['1']
  expect(await read([], [])).toEqual([])
  expect(await read([])).toEqual([])
  expect(platform.asked).toEqual(['tape', 'tape'])
})

it('is believed if there is nothing with which it can be compared', async () => {
  const { platform, read } = openWitnesses()
  expect(await read([])).toEqual([])
  const untraded = openWitnesses(nowMs)
  await untraded.witnesses.read(async () => untraded.answerWith([]), true, never)
  expect([...platform.asked, ...untraded.platform.asked]).toEqual([])
})
