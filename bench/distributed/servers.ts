// The servers of the distributed form for a benchmark, each a process of its own on this machine: one
// Kafka broker, a schema registry, the store child as a server. They go when the benchmark does.
import { startKafkaCluster } from '../../tools/servers/kafka-cluster.ts'
import { startRegistry } from '../../tools/servers/registry.ts'
import { startStoreServer } from '../../tools/servers/store-server.ts'

export interface BenchServers {
  /** `host:port` of the broker. */
  readonly kafka: string
  readonly registryUrl: string
  /** As LOG_URL has it, with the registry. */
  readonly logUrl: string
  readonly brokerPid: number
  readonly storePid: number
  storeUrl(database: string): string
  stop(): Promise<void>
}

/** The broker as it would be run, not small and quick to start as for tests: memory, all of the JIT. */
const brokerOptions = ['-Xmx1g', '-XX:TieredStopAtLevel=4']

export async function startServers(): Promise<BenchServers> {
  const [cluster, registry, store] = await Promise.all([
    startKafkaCluster({ brokers: 1, javaOptions: brokerOptions }),
    startRegistry(),
    startStoreServer(),
  ])
  const { pid: brokerPid, address } = cluster.broker(1)
  const storePid = store.pid()
  if (storePid === null) throw new Error('the store has died')
  return {
    kafka: address,
    registryUrl: registry.url,
    logUrl: `kafka://${address}?registry=${registry.url}`,
    brokerPid,
    storePid,
    storeUrl: (database) => store.url(database),
    async stop() {
      await Promise.all([cluster.stop(), registry.stop(), store.stop()])
    },
  }
}
