// A real Kafka cluster for tests: one broker or three, each of which can be killed, restarted and frozen.
// Its processes end with the test run, which also deletes its temporary folder. A folder that the caller has
// chosen is kept.
import { existsSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installServers } from './install.ts'
import { freePorts, isPortInUseError } from './free-ports.ts'
import {
  formatBrokerFolder,
  launchBroker,
  type BrokerSetup,
  type KafkaBroker,
} from './kafka-broker.ts'
import { waitUntilClusterInSync, waitUntilClusterWorks } from './kafka-readiness.ts'
import { logging, toBrokerProperties, type BrokerPorts } from './kafka-settings.ts'

export interface KafkaCluster {
  /** `host:port` of every broker. */
  readonly addresses: readonly string[]
  /** The broker with this Kafka node id, from 1. */
  broker(id: number): KafkaBroker
  /** Resolves when all brokers run and all replicas of all partitions are in sync. */
  waitUntilInSync(): Promise<void>
  stop(): Promise<void>
}

export interface KafkaClusterOptions {
  readonly brokers: 1 | 3
  /**
   * Folder for data and logs. It is not deleted, and may contain data of an earlier run. Default: a
   * temporary folder.
   */
  readonly folder?: string
  /** Options of Java, for throughput measurements. The default options make brokers small and quick to start. */
  readonly javaOptions?: readonly string[]
  /** Prepares the brokers. Called once for each attempt to start, with the ports of that attempt. */
  readonly prepare?: (folder: string, ports: readonly BrokerPorts[]) => Promise<BrokerPreparation>
}

export interface BrokerPreparation {
  readonly properties: Readonly<Record<string, string>>
  readonly formatArguments: readonly string[]
}

/** Starts the brokers. Resolves when topics, transactions and consumer groups work. */
export async function startKafkaCluster(options: KafkaClusterOptions): Promise<KafkaCluster> {
  const { kafkaClassPath } = await installServers()
  for (let tries = 1; ; tries += 1) {
    const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'oddslog-kafka-')))
    const isOwn = options.folder === undefined
    const brokers: KafkaBroker[] = []
    const cluster = toCluster(brokers, isOwn ? folder : null)
    try {
      const setups = await setUpBrokerFolders(options, kafkaClassPath, folder)
      for (const setup of setups) brokers.push(await launchBroker(setup))
      await waitUntilClusterWorks(cluster.addresses, () => checkAlive(brokers))
      return cluster
    } catch (error) {
      const output = (await Promise.all(brokers.map((broker) => broker.output()))).join('\n')
      await cluster.stop()
      if (isPortInUseError(output) && tries < 5) continue // another process has taken one of the free ports
      throw new Error(`Kafka did not start: ${String(error)}\nIts brokers wrote:\n${output}`)
    }
  }
}

/**
 * Writes the settings file of each broker, and formats its data folder unless an earlier run has done so.
 */
async function setUpBrokerFolders(
  { brokers: count, folder: given, javaOptions = [], prepare }: KafkaClusterOptions,
  classPath: string,
  folder: string,
): Promise<BrokerSetup[]> {
  const free = await freePorts(2 * count)
  const ports = free.slice(count).map((client, i) => ({ client, controller: free[i] ?? 0 }))
  const own = await prepare?.(folder, ports)
  const loggingPath = join(folder, 'logging.properties') // log4j infers the format from the extension
  await writeFile(loggingPath, logging)
  const dataFolderOf = (i: number): string => join(folder, `data-${i + 1}`)
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
    const properties = toBrokerProperties(i + 1, ports, dataFolderOf(i), own?.properties)
    await writeFile(settingsPath, properties)
  }
  if (existsSync(dataFolderOf(count - 1))) return setups // formatted by an earlier run
  const [first, ...others] = setups
  if (first) await formatBrokerFolder(first, own?.formatArguments ?? [])
  for (const i of others.keys())
    await copyFormattedFolder(dataFolderOf(0), dataFolderOf(i + 1), i + 2)
  return setups
}

/** Copies a formatted folder and changes only the ids, which saves about 1 s per broker. */
async function copyFormattedFolder(from: string, to: string, id: number): Promise<void> {
  await mkdir(to)
  await copyFile(join(from, 'bootstrap.checkpoint'), join(to, 'bootstrap.checkpoint'))
  const meta = await readFile(join(from, 'meta.properties'), 'utf8')
  const own = meta.replace(/^node\.id=.*$/m, `node.id=${id}`).replace(/^directory\.id=.*$/m, '')
  await writeFile(join(to, 'meta.properties'), own)
}

/** `folder` is the folder that `stop` deletes, or null. */
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
    waitUntilInSync: () => waitUntilClusterInSync(addresses(), () => checkAlive(brokers)),
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
