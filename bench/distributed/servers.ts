// The servers of the distributed form for a benchmark, each a process on this machine: one Kafka broker, a
// schema registry, and the store child as a server. They end with the benchmark.
import { startKafkaCluster } from '../../tools/servers/kafka-cluster.ts'
import { startRegistry } from '../../tools/servers/registry.ts'
import { startStoreServer } from '../../tools/servers/store-server.ts'

export interface BenchServers {
  /** `host:port` of the broker. */
  readonly kafka: string
  readonly registryUrl: string
  /** In the format of LOG_URL, with the registry. */
  readonly logUrl: string
  readonly brokerPid: number
  readonly storePid: number
  storeUrl(database: string): string
  stop(): Promise<void>
}

/** The broker with production options: more memory and the full JIT, unlike the brokers of tests. */
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
