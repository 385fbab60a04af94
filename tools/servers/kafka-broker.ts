// One Kafka broker of a cluster: its folder is formatted, it runs, is killed and comes back.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { startGuarded } from './guarded-process.ts'

export interface KafkaBroker {
  /** Changes with every restart. */
  readonly pid: number
  readonly logPath: string
  /** `host:port` */
  readonly address: string
  /** SIGSTOP makes it silent, SIGCONT lets it go on. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  /** SIGKILL, also when it is silent; resolves when it is gone. */
  kill(): Promise<void>
  /** After `kill`: in the same folder, at the same port. Resolves when launched; its cluster's `becomesInSync` waits on. */
  restart(): Promise<void>
  hasEnded(): boolean
  /** What it has written, before and since a restart. */
  output(): Promise<string>
}

export interface BrokerSetup {
  readonly address: string
  readonly classPath: string
  /** Behind ours, so that they win: `-Xmx1g`, for one. */
  readonly javaOptions: readonly string[]
  readonly settingsPath: string
  readonly loggingPath: string
  readonly logPath: string
  /** Of the cluster, if it goes with it; else null. */
  readonly folder: string | null
}

/** Our clusters never meet. */
const clusterId = 'AAAAAAAAAAAAAAAAAAAAAA'

/** `more`: users that the cluster begins with, for one. */
export async function formatBroker(setup: BrokerSetup, more: readonly string[]): Promise<void> {
  const format = ['kafka.tools.StorageTool', 'format', '-t', clusterId, '-c', setup.settingsPath]
  await promisify(execFile)('java', [...toJavaArguments(setup), ...format, ...more])
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
  const small = ['-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1']
  return [...small, ...javaOptions, `-Dlog4j2.configurationFile=${loggingPath}`, '-cp', classPath]
}
