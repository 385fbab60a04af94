// Real Kafka of one's own: one broker or three, each of which can be killed, brought back and made
// silent. All of it is gone when the run is, but for what lies in a folder that it was given.
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installServers } from './install.ts'
import { freePorts, saysPortTaken } from './free-ports.ts'
import { formatBroker, launchBroker, type BrokerSetup, type KafkaBroker } from './kafka-broker.ts'
import { becomeInSync, becomeWarm } from './kafka-ready.ts'
import { logging, toBrokerProperties, type BrokerPorts } from './kafka-settings.ts'

export interface KafkaCluster {
  /** `host:port` of every broker. */
  readonly addresses: readonly string[]
  /** By the number that Kafka knows it by: from 1. */
  broker(id: number): KafkaBroker
  /** Resolves when every broker is there and in sync for every partition. */
  becomesInSync(): Promise<void>
  stop(): Promise<void>
}

export interface KafkaClusterOptions {
  readonly brokers: 1 | 3
  /** Where the data and the logs are to be, and remain; there may be those of an earlier run. */
  readonly folder?: string
  /** Of the brokers, which are else small and quick to start: where throughput is measured. */
  readonly javaOptions?: readonly string[]
  /** Asked once for every start that is tried, with the ports that were chosen. */
  readonly prepare?: (folder: string, ports: readonly BrokerPorts[]) => Promise<Preparation>
}

export interface Preparation {
  readonly properties: Readonly<Record<string, string>>
  readonly formatArguments: readonly string[]
}

/** Resolves when topics, transactions and groups work. */
export async function startKafkaCluster(options: KafkaClusterOptions): Promise<KafkaCluster> {
  const { kafkaClassPath } = await installServers()
  for (let tries = 1; ; tries += 1) {
    const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'oddslog-kafka-')))
    const isOwn = options.folder === undefined
    const brokers: KafkaBroker[] = []
    const cluster = toCluster(brokers, isOwn ? folder : null)
    try {
      const setups = await setUp(options, kafkaClassPath, folder)
      for (const setup of setups) brokers.push(await launchBroker(setup))
      await becomeWarm(cluster.addresses, () => checkAlive(brokers))
      return cluster
    } catch (error) {
      const output = (await Promise.all(brokers.map((broker) => broker.output()))).join('\n')
      await cluster.stop()
      if (saysPortTaken(output) && tries < 5) continue // somebody else was quicker to a free port
      throw new Error(`Kafka did not start: ${String(error)}\nIts brokers wrote:\n${output}`)
    }
  }
}

/** Writes what every broker begins with. */
async function setUp(
  { brokers: count, folder: given, javaOptions = [], prepare }: KafkaClusterOptions,
  classPath: string,
  folder: string,
): Promise<BrokerSetup[]> {
  const free = await freePorts(2 * count)
  const ports = free.slice(count).map((client, i) => ({ client, controller: free[i] ?? 0 }))
  const own = await prepare?.(folder, ports)
  const loggingPath = join(folder, 'logging.properties') // the ending tells log4j the format
  await writeFile(loggingPath, logging)
  const dataFolder = (i: number): string => join(folder, `data-${i + 1}`)
  const setups = ports.map(({ client }, i) => ({
    address: `127.0.0.1:${client}`,
    classPath,
    javaOptions,
    loggingPath,
    folder: given === undefined ? folder : null,
    settingsPath: join(folder, `broker-${i + 1}.properties`),
    logPath: join(folder, `broker-${i + 1}.log`),
  }))
  for (const [i, { settingsPath }] of setups.entries()) {
    const properties = toBrokerProperties(i + 1, ports, dataFolder(i), own?.properties)
    await writeFile(settingsPath, properties)
  }
  if (existsSync(dataFolder(count - 1))) return setups // of an earlier run
  const [first, ...others] = setups
  if (first) await formatBroker(first, own?.formatArguments ?? [])
  for (const i of others.keys()) await copyFormatted(dataFolder(0), dataFolder(i + 1), i + 2)
  return setups
}

/** The folders differ in their numbers alone: a second's work saved for each. */
async function copyFormatted(from: string, to: string, id: number): Promise<void> {
  await mkdir(to)
  await copyFile(join(from, 'bootstrap.checkpoint'), join(to, 'bootstrap.checkpoint'))
  const meta = await readFile(join(from, 'meta.properties'), 'utf8')
  const own = meta.replace(/^node\.id=.*$/m, `node.id=${id}`).replace(/^directory\.id=.*$/m, '')
  await writeFile(join(to, 'meta.properties'), own)
}

/** `folder`: to be removed in the end, or null. */
function toCluster(brokers: readonly KafkaBroker[], folder: string | null): KafkaCluster {
  const addresses = (): string[] => brokers.map(({ address }) => address)
  return {
    get addresses() {
      return addresses()
    },
    broker(id) {
      const broker = brokers[id - 1]
      if (!broker) throw new RangeError(`no broker ${id} of ${brokers.length}`)
      return broker
    },
    becomesInSync: () => becomeInSync(addresses(), () => checkAlive(brokers)),
    async stop() {
      await Promise.all(brokers.map((broker) => broker.kill()))
      if (folder !== null) await rm(folder, { recursive: true, force: true })
    },
  }
}

function checkAlive(brokers: readonly KafkaBroker[]): void {
  const ended = brokers.find((broker) => broker.hasEnded())
  if (ended) throw new Error(`the broker at ${ended.address} does not run`)
}
