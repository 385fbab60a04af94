// A service with the roles projector and api over generated trades, and a client that measures its responses. Used by
// rebuild.ts and backup.ts.
import { existsSync } from 'node:fs'
import { cp, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pino from 'pino'
import { openService, type Service } from '../services/compose.ts'
import { parseConfig } from '../services/config.ts'
import { readReadiness } from '../services/ops/ask-admin.ts'
import { signUp } from '../tools/sign-up.ts'
import { startProgram } from './child-program.ts'
import type { LoadJob, LoadResult } from './load-generator.ts'
import { childrenOf } from './machine.ts'
import { fail, fillTables, openPipeline, type Pipeline } from './pipeline.ts'
import { timePlainInsert } from './plain-insert.ts'
import { createMarkets, timeOfTrade } from './raw-trades.ts'

export const markets = createMarkets(500)

/** Where log and tables are. */
export interface ServingData {
  /** Of the service. */
  readonly variables: Readonly<Record<string, string>>
  readonly open: () => Promise<Pipeline>
  /** Process id of the store's server; null if the service starts its own store. */
  readonly storePid: number | null
}

/** Log and tables of the embedded form. */
export function inDirectory(directory: string): ServingData {
  return {
    variables: { DATA_DIR: directory },
    open: () => openPipeline(directory),
    storePid: null,
  }
}

/**
 * Fills the log and the tables of a new directory. `keptIn`: a directory that keeps them for the next run; undefined:
 * they are not kept.
 */
export async function fillWithTrades(
  directory: string,
  trades: number,
  keptIn: string | undefined,
): Promise<void> {
  const kept = keptIn === undefined ? null : join(keptIn, `serving-${trades}`)
  if (kept === null) return fill(inDirectory(directory), trades)
  if (!existsSync(kept)) {
    await fill(inDirectory(directory), trades)
    await rename(directory, kept)
  }
  await cp(kept, directory, { recursive: true })
}

/** Fills an empty log and empty tables. */
export async function fill(data: ServingData, trades: number): Promise<void> {
  const pipeline = await data.open()
  await fillTables(pipeline, markets, trades)
  await pipeline.close()
}

/** Returns how long inserting the finished rows of a filled log takes, in milliseconds. */
export async function timeFinishedRows(data: ServingData): Promise<number> {
  const pipeline = await data.open()
  const storePid = data.storePid ?? pipeline.store.childPid() ?? 0
  try {
    const { ms } = await timePlainInsert({ ...pipeline, storePid })
    await pipeline.store.command('DROP TABLE plain SYNC')
    return ms
  } finally {
    await pipeline.close()
  }
}

export interface ServingTrades {
  readonly adminUrl: string
  readonly storePid: number
  /**
   * Requests the price of a market at a past time, which the api answers from memory, as fast as the connections allow.
   * Returns the 99th percentile in milliseconds.
   */
  readonly loadFor: (seconds: number) => Promise<number>
  /** Loads the api until `work` has ended. Returns the percentiles of parts of 2 seconds. */
  readonly loadDuring: (work: () => Promise<unknown>) => Promise<readonly number[]>
  stop(): Promise<void>
}

/** Opens the service in this process, and resolves when it is ready. */
export async function openServingTrades(
  data: ServingData,
  trades: number,
  connections: number,
): Promise<ServingTrades> {
  const before = new Set(childrenOf(process.pid))
  const service: Service = await openService({
    config: parseConfig({ ...data.variables, PORT: '0', ADMIN_PORT: '0', RATE_LIMIT: 'off' }, [
      'projector',
      'api',
    ]),
    roles: new Set(['projector', 'api']),
    version: '0.0.0',
    logger: pino({ level: 'error' }, pino.destination(2)),
    now: Date.now,
    onFatal: fail,
  })
  const { adminUrl, apiUrl } = service
  const [childPid = 0] = childrenOf(process.pid).filter((pid) => !before.has(pid))
  const isReady = async (): Promise<boolean> =>
    Object.values(await readReadiness(adminUrl)).every((problem) => problem === null)
  while (!(await isReady())) await sleep(500)

  if (apiUrl === null) throw new Error('the service has no api')
  const apiKey = await signUp(apiUrl)
  const loader = startProgram('bench/load-generator.ts')
  const atS = Math.floor(timeOfTrade(Math.floor(trades / 2)) / 1000)
  const url = `${apiUrl}/v1/markets/${markets[0]?.id}/price?at_time=${atS}`

  async function loadFor(seconds: number): Promise<number> {
    const job: LoadJob = { url, headers: { 'X-API-Key': apiKey }, connections, seconds }
    loader.write(JSON.stringify(job))
    const [line] = await loader.line(/^\{.*/)
    return (JSON.parse(line) as LoadResult).p99Ms
  }

  return {
    adminUrl,
    storePid: data.storePid ?? childPid,
    loadFor,
    async loadDuring(work) {
      let isDone = false
      const working = work().finally(() => (isDone = true))
      const p99s: number[] = []
      while (!isDone) p99s.push(await loadFor(2))
      await working
      return p99s
    },
    async stop() {
      await loader.stop()
      await service.stop()
    },
  }
}
