// The progress of long work.
import { expect, it } from '@jest/globals'
import { createProgress, toBytesText, toCountText } from '../../services/ops/progress.ts'

it('says how much is done, how fast, and how long the rest takes, at most twice a second', () => {
  let nowMs = 0
  const shown: string[] = []
  const options = { now: () => nowMs, showProgress: (text: string) => shown.push(text) }
  const showDone = createProgress(options, 'letters', 900, toCountText)
  for (const [atMs, done] of [
    [0, 0],
    [400, 30],
    [2_000, 200],
    [2_100, 210],
    [9_000, 900],
  ] as const) {
    nowMs = atMs
    showDone(done)
  }
  expect(shown).toEqual([
    'letters: 0 of 900, 0/s, ? s left',
    'letters: 200 of 900, 100/s, 7 s left',
    'letters: 900 of 900, 100/s, 0 s left',
  ])
})

it.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1.00 kB'],
  [12_345, '12.3 kB'],
  [999_600, '1.00 MB'],
  [1_234_567_890, '1.23 GB'],
  [4.5e15, '4.50e+3 TB'],
])('writes %d bytes as %s', (bytes, text) => {
  expect(toBytesText(bytes)).toBe(text)
})
