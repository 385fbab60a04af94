// One Kafka broker of a test cluster: formats its folder, starts, kills and restarts it. Used by kafka-cluster.ts.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { startGuarded } from './guarded-process.ts'

export interface KafkaBroker {
  /** Changes with every restart. */
  readonly pid: number
  readonly logPath: string
  /** `host:port` */
  readonly address: string
  /** SIGSTOP freezes the broker, SIGCONT resumes it. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  /** Sends SIGKILL, which also ends a frozen broker; resolves when the process has ended. */
  kill(): Promise<void>
  /**
   * Starts a killed broker again, in the same folder and at the same port. Resolves when the process has
   * started; `waitUntilInSync` of the cluster waits until the broker is in sync.
   */
  restart(): Promise<void>
  hasEnded(): boolean
  /** Resolves with the output of the broker, including its output before a restart. */
  output(): Promise<string>
}

export interface BrokerSetup {
  readonly address: string
  readonly classPath: string
  /** Options of Java, for example `-Xmx1g`. They come after the default options and override those. */
  readonly javaOptions: readonly string[]
  readonly settingsPath: string
  readonly loggingPath: string
  readonly logPath: string
  /** Folder of the cluster if it is deleted with the cluster, else null. */
  readonly folder: string | null
}

/** All test clusters have this id. That is possible because they are never connected to each other. */
const clusterId = 'AAAAAAAAAAAAAAAAAAAAAA'

/** Formats the data folder. `extraArguments` can contain, for example, the initial users of the cluster. */
export async function formatBrokerFolder(
  setup: BrokerSetup,
  extraArguments: readonly string[],
): Promise<void> {
  const format = ['kafka.tools.StorageTool', 'format', '-t', clusterId, '-c', setup.settingsPath]
  await promisify(execFile)('java', [...toJavaArguments(setup), ...format, ...extraArguments])
}

export async function launchBroker(setup: BrokerSetup): Promise<KafkaBroker> {
  const { address, logPath, folder, settingsPath } = setup
  const command = ['java', ...toJavaArguments(setup), 'kafka.Kafka', settingsPath]
  let running = await startGuarded({ command, logPath, folder })
  return {
    get pid() {
      return running.pid
    },
    logPath,
    address,
    signal: (signal) => running.signal(signal),
    kill: () => running.kill(),
    async restart() {
      if (!running.hasEnded()) throw new Error(`the broker at ${address} runs: kill it first`)
      running = await startGuarded({ command, logPath, folder })
    },
    hasEnded: () => running.hasEnded(),
    output: () => running.output(),
  }
}

function toJavaArguments({ loggingPath, classPath, javaOptions }: BrokerSetup): string[] {
  const defaults = ['-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1']
  return [
    ...defaults,
    ...javaOptions,
    `-Dlog4j2.configurationFile=${loggingPath}`,
    '-cp',
    classPath,
  ]
}
