// A service in this process that is stopped and started again, perhaps with another store.
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { retry } from '../../../services/lib/run/retry.ts'
import { firstKeyOf, openTestService, type TestService } from '../../e2e/service.ts'
import type { StoreAtStart } from './plan.ts'

/** Another service of the machine may get the port of the last run. */
const nowhere = 'http://127.0.0.1:9'

export interface Restartable {
  readonly apiKey: string
  /** The address of the current run. Nothing listens at the address that is returned between two runs. */
  readonly apiUrl: () => string
  readonly adminUrl: () => string
  /** Of the current run. */
  readonly marketsBackfilled: () => number
  /** Changes with each restart, before the service stops. */
  readonly storeNumber: () => number
  /** The messages of parts that stopped permanently, of all runs. */
  readonly fatal: () => readonly string[]
  /** `meanwhile` is called while the service is down. The first restart keeps a copy of the store. */
  restart(store: StoreAtStart, meanwhile: () => void): Promise<void>
  stop(): Promise<void>
}

export async function openRestartable(
  dataDir: string,
  upstreamUrl: string,
  now: () => number,
  onFailedStart: (error: unknown) => void,
): Promise<Restartable> {
  const storePath = join(dataDir, 'store')
  const copyPath = `${dataDir}-older-store`
  const open = (): Promise<TestService> => openTestService(dataDir, upstreamUrl, now)
  /** As its supervisor does: a start on a full disk fails, and is repeated. */
  const openAgain = (): Promise<TestService> =>
    retry(open, {
      firstMs: 500,
      maxMs: 500,
      isRetriable: (error) => /no space|not.enough.space|is full/i.test(String(error)),
      onRetry: onFailedStart,
    })
  const first = await open()
  const runs = [first]
  let current: TestService | null = first
  let storeNumber = 0
  const last = (): TestService => runs.at(-1) ?? first
  return {
    apiKey: firstKeyOf(first),
    apiUrl: () => current?.apiUrl ?? nowhere,
    adminUrl: () => current?.adminUrl ?? nowhere,
    marketsBackfilled: () => last().marketsBackfilled(),
    storeNumber: () => storeNumber + sumOfStarts(runs),
    fatal: () => runs.flatMap(({ fatal }) => fatal),
    async restart(store, meanwhile) {
      storeNumber += 1
      await last().stop()
      current = null
      if (storeNumber === 1) await cp(storePath, copyPath, { recursive: true })
      if (store !== 'kept') await rm(storePath, { recursive: true })
      if (store === 'older') await cp(copyPath, storePath, { recursive: true })
      meanwhile()
      current = await openAgain()
      runs.push(current)
      storeNumber += 1
    },
    async stop() {
      await current?.stop()
      current = null
    },
  }
}

const sumOfStarts = (runs: readonly TestService[]): number =>
  runs.reduce((sum, { starts }) => sum + starts, 0)
