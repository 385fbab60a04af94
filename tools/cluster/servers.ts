// The servers of a cluster: Kafka brokers, schema registry, store and Redis. Each is a process that can be
// killed and restarted at the same address.
import { randomBytes } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { startKafkaCluster, type KafkaCluster } from '../servers/kafka-cluster.ts'
import { isOnPath } from '../servers/programs.ts'
import { startRedisServer, type RedisServer } from '../servers/redis-server.ts'
import { startRegistry, type RegistryServer } from '../servers/registry.ts'
import { startStoreServer, type StoreServer } from '../servers/store-server.ts'
import type { ServerAddresses } from './variables.ts'

export interface ClusterServers {
  readonly addresses: ServerAddresses
  readonly kafka: KafkaCluster
  readonly registry: RegistryServer
  readonly store: StoreServer
  /** null if redis-server is not installed. */
  readonly redis: RestartableRedis | null
  stop(): Promise<void>
}

export interface RestartableRedis {
  readonly url: string
  /** The process id of the server; null while Redis does not run. */
  pid(): number | null
  kill(): Promise<void>
  /** Starts Redis again after `kill`, at the same port and without its data. */
  restart(): Promise<void>
}

const database = 'oddslog'

/** Rejects with ServersMissing when the machine lacks Java or Maven. */
export async function startClusterServers(folder: string): Promise<ClusterServers> {
  const folders = { kafka: join(folder, 'kafka'), store: join(folder, 'store') }
  for (const each of Object.values(folders)) await mkdir(each, { recursive: true })
  const started: (() => Promise<void>)[] = []
  const stop = async (): Promise<void> => {
    await Promise.all(started.map((end) => end()))
  }
  async function registerForStop<T extends { stop(): Promise<void> }>(
    starting: Promise<T>,
  ): Promise<T> {
    const server = await starting
    started.push(() => server.stop())
    return server
  }
  const starting = [
    registerForStop(startKafkaCluster({ brokers: 3, folder: folders.kafka })),
    registerForStop(startRegistry()),
    registerForStop(startStoreServer({ folder: folders.store })),
    isOnPath('redis-server') ? registerForStop(openRedis()) : Promise.resolve(null),
  ] as const
  // waits for all servers, so that stop() also stops a server that starts after another one has failed
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

export const generateSecret = (): string => randomBytes(48).toString('base64')

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
