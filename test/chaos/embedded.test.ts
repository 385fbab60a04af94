// Faults of the platforms, of clocks and of the store for twenty seconds, on the embedded form: no watermark
// covers a missing trade, and afterwards everything is complete. `npm run test:chaos -- --form embedded`
// runs longer; docs/reliability.md has the results.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { playEmbeddedRound } from './embedded/round.ts'

/**
 * A plan that has every kind of fault except hidden trades, of which e2e/double-entry.test.ts waits for the
 * audits: the clock is an hour ahead at the start, and the store is lost at the end.
 */
const seed = 'ci-3245'
const forMs = 20_000
const longestMs = 1_200_000

it(
  'a service among faults claims nothing false, and becomes complete',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'oddslog-chaos-'))
    const print = (line: string): void => void process.stdout.write(`${line}\n`)
    const round = await playEmbeddedRound({ seed, forMs, folder, print })
    expect(round.faults).toEqual([])
    expect(round.trades).toBeGreaterThan(500)
    expect(round.seen.completeResponses).toBeGreaterThan(5)
    expect(round.injected.changedLists).toBeGreaterThan(5)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  },
  longestMs,
)
