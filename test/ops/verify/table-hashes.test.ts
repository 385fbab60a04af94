// How `verify` divides a table into statements and compares pages, with answers that are made here.
import { describe, expect, it } from '@jest/globals'
import { compareHashes, findDifferentKeys } from '../../../services/ops/verify/compare.ts'
import {
  maxGroups,
  type HashedGroup,
  type HashRequest,
} from '../../../services/ops/verify/row-hashes.ts'
import {
  combineHashes,
  hashTable,
  periodOfDay,
  periodOfMonth,
  splitByRows,
} from '../../../services/ops/verify/table-hashes.ts'

const hash = (n: number): string => n.toString(16).padStart(16, '0')
const hourMs = 3_600_000

describe('periods', () => {
  it('of a month end with the next one', () => {
    const [december, january] = [periodOfMonth('2026-12'), periodOfMonth('2027-01')]
    expect(december.untilMs).toBe(january.fromMs)
    expect(december.untilMs - december.fromMs).toBe(31 * 24 * hourMs)
  })

  it('have several days with few rows, or parts of a day with many', () => {
    const days = [
      ['2026-11-01', 2_000_000],
      ['2026-11-02', 3_000_000],
      ['2026-11-03', 1],
      ['2026-11-04', 12_000_000],
      ['2026-11-05', 1],
    ] as const
    const periods = splitByRows(days.map(([name, rows]) => ({ name, rows })))
    const startMs = periodOfDay('2026-11-01').fromMs
    const hours = periods.map(({ fromMs, untilMs }) =>
      [fromMs, untilMs].map((ms) => (ms - startMs) / hourMs),
    )
    expect(hours).toEqual([
      [0, 48],
      [48, 72],
      [72, 80],
      [80, 88],
      [88, 96],
      [96, 120],
    ])
  })
})

it('the hash of several parts does not depend on their order', () => {
  const parts = [3, 5, 0xff].map((n) => ({ rows: n, hash: hash(n) }))
  expect(combineHashes(parts)).toEqual({ rows: 263, hash: hash(3 ^ 5 ^ 0xff) })
  expect(combineHashes(parts.toReversed())).toEqual(combineHashes(parts))
})

it('the parts of a day are one day', async () => {
  const questions: HashRequest[] = []
  const progress: string[] = []
  const found = await hashTable(
    'trades',
    '2026-11',
    async (question) => {
      questions.push(question)
      if (question.by === 'count') return [{ name: '2026-11-04', rows: 9_000_000, hash: hash(0) }]
      return [{ name: '2026-11-04', rows: 10, hash: hash(questions.length) }]
    },
    (done, total) => progress.push(`${done} of ${total}`),
  )
  expect(questions).toHaveLength(3)
  expect(progress).toEqual(['0 of 9000000', '4500000 of 9000000', '9000000 of 9000000'])
  const whole = { rows: 20, hash: hash(2 ^ 3) }
  const days = [{ day: '2026-11-04', ...whole }]
  expect(found.months).toEqual([{ month: '2026-11', ...whole, days }])
})

describe('a comparison', () => {
  it('finds months that only one side has', () => {
    const month = (name: string) => ({
      month: name,
      rows: 1,
      hash: hash(1),
      days: [{ day: `${name}-05`, rows: 1, hash: hash(1) }],
    })
    const of = (...months: readonly string[]) => [
      { table: 'trades' as const, columns: ['a'], months: months.map(month) },
    ]
    expect(compareHashes(of('2026-10', '2026-11'), of('2026-11', '2026-12'))).toEqual([
      {
        table: 'trades',
        month: '2026-10',
        here: { rows: 1, hash: hash(1) },
        there: { rows: 0, hash: hash(0) },
        days: ['2026-10-05'],
      },
      {
        table: 'trades',
        month: '2026-12',
        here: { rows: 0, hash: hash(0) },
        there: { rows: 1, hash: hash(1) },
        days: ['2026-12-05'],
      },
    ])
  })

  it('reads all pages of owners, also if those of the two sides end at different owners', async () => {
    const owners = Array.from({ length: 2 * maxGroups + 10 }, (_, i) => `pb_${i + 100_000}`)
    const side = (has: (i: number) => boolean) => {
      const groups = owners
        .filter((_, i) => has(i))
        .map((name) => ({ name, rows: 1, hash: hash(1) }))
      return async ({ after }: HashRequest): Promise<readonly HashedGroup[]> =>
        groups.filter(({ name }) => name > after).slice(0, maxGroups)
    }
    const missingHere = new Set([5, maxGroups, 2 * maxGroups + 9])
    const missingThere = new Set([6, 7, maxGroups + 1])
    const difference = {
      table: 'markets' as const,
      month: null,
      here: combineHashes([]),
      there: combineHashes([]),
      days: [],
    }
    const { keys, hasMoreKeys } = await findDifferentKeys(
      difference,
      side((i) => !missingHere.has(i)),
      side((i) => !missingThere.has(i)),
    )
    expect(hasMoreKeys).toBe(false)
    expect(keys?.map(({ owner, found }) => `${owner} ${found}`)).toEqual([
      `${owners[5]} there`,
      `${owners[6]} here`,
      `${owners[7]} here`,
      `${owners[maxGroups]} there`,
      `${owners[maxGroups + 1]} here`,
      `${owners[2 * maxGroups + 9]} there`,
    ])
  })
})
