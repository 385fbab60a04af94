// A running service over a simulated world that stands still, for the tests of the clients.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sleep } from '../../support/waiting.ts'
import { caughtUp } from '../caught-up.ts'
import { idOf } from '../expected.ts'
import { firstKeyOf, openTestService, type TestService } from '../service.ts'
import { createV1, type V1 } from '../v1.ts'
import { openWorld, seedOfRun } from '../world.ts'

export interface ClientWorld {
  readonly service: TestService
  readonly apiKey: string
  /** Asks the service without a client. */
  readonly v1: V1
  /** The id of the market with the most trades. */
  readonly busiest: string
  /** The wallet with the most activity. */
  readonly wallet: string
  /** A folder that is removed at the end. */
  readonly folder: string
  close(): Promise<void>
}

export async function openClientWorld(): Promise<ClientWorld> {
  const folder = await mkdtemp(join(tmpdir(), 'oddslog-clients-'))
  const seed = seedOfRun('clients')
  const world = await openWorld({ seed, historyDays: 1, size: 0.05, activity: 1, wallets: 50 })
  const service = await openTestService(join(folder, 'data'), world.url)
  const apiKey = firstKeyOf(service)
  while (!service.isBackfilled()) await sleep(200)
  world.stopClock()
  await caughtUp(service)
  const v1 = createV1(
    () => service.apiUrl,
    () => apiKey,
  )
  const served = await v1.markets()
  const [busiest] = world.truth
    .markets()
    .filter((market) => served.has(idOf(market)))
    .toSorted((a, b) => b.tradeCount - a.tradeCount)
  const [wallet] = world.truth.wallets()
  if (!busiest || !wallet) throw new Error('the world is empty')
  while (!(await v1.wallet(wallet.address)).isComplete) await sleep(200)
  return {
    service,
    apiKey,
    v1,
    busiest: idOf(busiest),
    wallet: wallet.address,
    folder,
    async close() {
      await service.stop()
      await world.close()
      await rm(folder, { recursive: true })
    },
  }
}
