// The progress of long work.
import { expect, it } from '@jest/globals'
import { createProgress, toCountText } from '../../services/ops/progress.ts'

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
