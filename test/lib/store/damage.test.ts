// Which errors of ClickHouse mean damage. The messages are from chDB 26.7.
import { describe, expect, it } from '@jest/globals'
import { isRangeCovered } from '../../../services/lib/store/broken-parts.ts'
import { toStoreFailure } from '../../../services/lib/store/failures.ts'
import { createDamageFinder, describeDamage } from '../../../services/lib/store/damage.ts'

const part = '/data/store/acb/acb96441-6fc7-4e34-ae93-2a7cc4382a79/all_1_1_1/'

describe('damage', () => {
  it.each([
    [
      246,
      `Empty marks file '${part}data.cmrk4': 0, must be: 112: (while reading from part ${part}`,
    ],
    [33, `Cannot read all data. Rows read: 0: (while reading from part ${part} in table oddslog.t`],
    [40, `Checksum doesn't match: While reading or decompressing ${part}data.bin (position: 9`],
    [432, `Unknown codec family code: 0: While reading or decompressing ${part}data.bin`],
  ])('is an error %i that names a file of a part', (code, message) => {
    expect(describeDamage(code, message)).toBe(`error ${code}: ${message}`)
  })

  it.each([
    [243, `Cannot reserve 1.00 MiB, not enough space: (while reading from part ${part})`],
    [241, `memory limit exceeded: (while reading column b): (while reading from part ${part}`],
    [159, `Timeout exceeded: (while reading from part ${part}`],
    [33, 'Cannot read all data. Bytes read: 0: (in file/uri /data/inserts/q1)'],
    [107, 'File /data/inserts/q1 does not exist'],
  ])('is not an error %i: %s', (code, message) => {
    expect(describeDamage(code, message)).toBeNull()
  })

  it('is described in one short line', () => {
    const found = describeDamage(
      246,
      `Empty\nmarks file '${part}data.cmrk4'${' '.repeat(9)}${'x'.repeat(999)}`,
    )
    expect(found).toMatch(/^error 246: Empty marks file '.*' x+$/)
    expect(found).toHaveLength(411)
  })
})

describe('the error of a server', () => {
  const failureOf = (code: string, message: string) =>
    toStoreFailure(Object.assign(new Error(message), { code, type: 'A_TYPE' }))

  it('stops the caller, and says where to read on if it means damage', () => {
    expect(failureOf('246', `Empty marks file '${part}data.cmrk4'`)).toMatchObject({
      retriable: false,
      message: expect.stringMatching(/\(A_TYPE\)\. See docs\/clickhouse\.md, "A damaged store"$/),
    })
    expect(failureOf('60', 'Unknown table').message).toBe('Unknown table (A_TYPE)')
  })
})

describe('damage that only merges meet', () => {
  const error = (value: number, message = `Empty marks file '${part}data.cmrk4'`) => [
    { code: 246, value, message },
  ]

  it('is an error that is new since the last check', () => {
    const check = createDamageFinder()
    expect(check(error(1))).toBeNull() // of loading the tables
    expect(check(error(1))).toBeNull()
    expect(check(error(2, 'of another cause'))).toBeNull()
    expect(check(error(3))).toContain('Empty marks file')
    expect(check(error(3))).toBeNull()
  })
})

describe('a broken part', () => {
  const blocks = (...ranges: readonly [number, number][]) =>
    ranges.map(([first, last]) => ({ first, last }))

  it.each([
    [blocks([1, 5]), true],
    [blocks([1, 2], [3, 3], [4, 5]), true],
    [blocks([4, 5], [1, 3], [2, 3], [1, 1]), true],
    [blocks([0, 0], [1, 3], [4, 5], [6, 9]), true],
    [blocks([1, 2], [4, 5]), false],
    [blocks([1, 4]), false],
    [blocks([2, 5]), false],
    [blocks([0, 2], [3, 5]), false],
    [blocks([1, 3], [4, 6]), false],
    [blocks(), false],
  ])('of blocks 1 to 5 with %j loses nothing: %s', (parts, expected) => {
    expect(isRangeCovered({ first: 1, last: 5 }, parts)).toBe(expected)
  })
})
