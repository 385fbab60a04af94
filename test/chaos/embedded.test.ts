// Faults of the platforms, of clocks and of the store for twenty seconds, on the embedded form: no watermark
// covers a missing trade, and afterwards everything is complete. `npm run test:chaos -- --form embedded`
// runs longer; docs/reliability.md has the results.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import type { EmbeddedRound } from './embedded/round.ts'

/**
 * A plan that has every kind of fault except hidden trades, of which e2e/double-entry.test.ts waits for the
 * audits: the clock is an hour ahead at the start, and the store is lost at the end.
 */
const seed = 'ci-3245'
const forMs = 20_000
const longestMs = 1_200_000

async function play(folder: string): Promise<EmbeddedRound> {
  const entry = new URL('embedded/round-process.ts', import.meta.url)
  const child = fork(entry, { execArgv: ['--import', 'tsx'] })
  const ended = once(child, 'exit').then(([code, signal]) => {
    throw new Error(`the process of the round ended with ${code ?? signal}`)
  })
  try {
    child.send({ seed, forMs, folder })
    const [round] = await Promise.race([once(child, 'message'), ended])
    return round as EmbeddedRound
  } finally {
    child.kill('SIGKILL')
    await ended.catch(() => undefined)
  }
}

it(
  'a service among faults claims nothing false, and becomes complete',
  async () => {
    const folder = await mkdtemp(join(tmpdir(), 'oddslog-chaos-'))
    const round = await play(folder)
    expect(round.faults).toEqual([])
    expect(round.trades).toBeGreaterThan(500)
    expect(round.seen.completeResponses).toBeGreaterThan(5)
    // How many requests fall into the plan's 20 seconds depends on the load of the machine.
    expect(round.injected.changedLists).toBeGreaterThan(0)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  },
  longestMs,
)
