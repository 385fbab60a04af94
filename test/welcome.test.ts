// What the terminal shows while the poller reads the lists of markets and fetches their history.
import { describe, expect, it } from '@jest/globals'
import { createBackfillReporter } from '../services/welcome.ts'

describe('the progress of the start', () => {
  it('counts listed markets, then histories, and ends when both platforms have all', async () => {
    let nowMs = 0
    const lines: string[] = []
    const reporter = createBackfillReporter(
      (line) => lines.push(line),
      () => nowMs,
      ['a', 'b'],
    )
    const report = (platform: string, isListed: boolean, done: number, total: number): void => {
      nowMs += 2_000
      reporter.onBackfill({ platform, isListed, marketsDone: done, marketsTotal: total })
    }
    report('a', false, 0, 200)
    report('b', true, 0, 0)
    report('a', false, 300, 300)
    report('a', true, 5, 300)
    report('a', true, 300, 300)
    await reporter.done
    report('a', true, 300, 301)
    expect(lines).toEqual([
      'loading: a 200 markets listed so far',
      'loading: a 200 markets listed so far, b history of 0 of 0 markets',
      'loading: a 300 markets listed so far, b history of 0 of 0 markets',
      'loading: a history of 5 of 300 markets, b history of 0 of 0 markets',
      'loading: a history of 300 of 300 markets, b history of 0 of 0 markets',
    ])
  })
})
