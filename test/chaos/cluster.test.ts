// Faults are injected into the distributed form for a minute: brokers, store and Redis are killed, roles are
// killed, frozen, added, removed, restarted and started from cold; afterwards every record is there once.
// `npm run test:chaos` runs longer; docs/reliability.md has the results.
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
      'loses nothing, repeats nothing and serves nothing false',
      async () => {
        const folder = await mkdtemp(join(tmpdir(), 'oddslog-chaos-'))
        const print = (line: string): void => void process.stdout.write(`${line}\n`)
        const round = await playRound({
          seed: seedOfRun('cluster'),
          forMs,
          upgradeFrom: null,
          folder,
          print,
        })
        expect({ logs: folder, faults: round.faults }).toEqual({ logs: folder, faults: [] })
        expect(round.trades).toBeGreaterThan(500)
        expect(round.seen.completeResponses).toBeGreaterThan(5)
        await rm(folder, { recursive: true, force: true, maxRetries: 5 })
      },
      longestMs,
    )
  },
  ['redis-server'],
)
