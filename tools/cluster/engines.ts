// What a cluster stands on: brokers, registry, store, Redis; each a process that can be killed and
// comes back where it was.
import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startKafkaCluster, type KafkaCluster } from '../servers/kafka-cluster.ts'
import { isOnPath } from '../servers/programs.ts'
import { startRedisServer, type RedisServer } from '../servers/redis-server.ts'
import { startRegistry, type RegistryServer } from '../servers/registry.ts'
import { startStoreServer, type StoreServer } from '../servers/store-server.ts'
import type { Engines } from './variables.ts'

export interface RunningEngines {
  readonly addresses: Engines
  readonly kafka: KafkaCluster
  readonly registry: RegistryServer
  readonly store: StoreServer
  /** null: this machine has none. */
  readonly redis: RestartableRedis | null
  stop(): Promise<void>
}

export interface RestartableRedis {
  readonly url: string
  /** null while it does not run. */
  pid(): number | null
  kill(): Promise<void>
  /** After `kill`; it has forgotten everything. */
  restart(): Promise<void>
}

const database = 'oddslog'

/** Rejects with ServersMissing when the machine lacks Java or Maven. */
export async function startEngines(folder: string): Promise<RunningEngines> {
  const folders = { kafka: join(folder, 'kafka'), store: join(folder, 'store') }
  for (const each of Object.values(folders)) await mkdir(each, { recursive: true })
  const started: (() => Promise<void>)[] = []
  const stop = async (): Promise<void> => {
    await Promise.all(started.map((end) => end()))
  }
  async function start<T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> {
    const server = await starting
    started.push(() => server.stop())
    return server
  }
  const starting = [
    start(startKafkaCluster({ brokers: 3, folder: folders.kafka })),
    start(startRegistry()),
    start(startStoreServer({ folder: folders.store })),
    isOnPath('redis-server') ? start(openRedis()) : Promise.resolve(null),
  ] as const
  // all are waited for, so that none is left behind when another one does not start
  await Promise.allSettled(starting)
  try {
    const [kafka, registry, store, redis] = await Promise.all(starting)
    const addresses = {
      brokers: kafka.addresses,
      registryUrl: registry.url,
      storeUrl: store.url(database),
      cacheUrl: redis?.url ?? null,
    }
    return { addresses, kafka, registry, store, redis, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

export const newJwtSecret = (): string => randomBytes(48).toString('base64')

async function openRedis(): Promise<RestartableRedis & { stop(): Promise<void> }> {
  let running: RedisServer = await startRedisServer()
  const { port, url } = running
  return {
    url,
    pid: () => running.pid(),
    kill: () => running.stop(),
    async restart() {
      running = await startRedisServer({ port })
    },
    stop: () => running.stop(),
  }
}
