// The distributed form, struck for a minute: brokers, store and Redis killed, our processes killed,
// silenced, woken, added, removed, stopped and started from cold; what comes out is the truth, once.
// `npm run test:chaos` does it for longer; docs/reliability.md has the table.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { seedOfRun } from '../e2e/world.ts'
import { describeWithServers } from '../support/servers/describe-with-servers.ts'
import { playRound } from './cluster/round.ts'

const forMs = 60_000
const longestMs = 1_500_000

await describeWithServers(
  [],
  'a cluster in chaos',
  () => {
    it(
      'loses nothing, repeats nothing and tells nothing that is not so',
      async () => {
        const folder = await mkdtemp(join(tmpdir(), 'oddslog-chaos-'))
        const say = (line: string): void => void process.stdout.write(`${line}\n`)
        const round = await playRound({ seed: seedOfRun('cluster'), forMs, folder, say })
        expect({ logs: folder, faults: round.faults }).toEqual({ logs: folder, faults: [] })
        expect(round.trades).toBeGreaterThan(500)
        expect(round.seen.claims).toBeGreaterThan(5)
        await rm(folder, { recursive: true, force: true, maxRetries: 5 })
      },
      longestMs,
    )
  },
  ['redis-server'],
)
