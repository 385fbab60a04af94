// Settings of the Kafka brokers for tests and the cluster: broker and controller in one small process that starts
// quickly.

export interface BrokerPorts {
  readonly client: number
  readonly controller: number
}

/** Logging configuration. Without it the broker logs nothing, not even why it ended. */
export const logging = `
status = error
appender.out.type = Console
appender.out.name = OUT
appender.out.layout.type = PatternLayout
appender.out.layout.pattern = %d{HH:mm:ss.SSS} %p %c{1} %m%n
rootLogger.level = warn
rootLogger.appenderRef.out.ref = OUT
`

/** server.properties of the broker `id` (from 1). `overrides` take precedence. */
export function toBrokerProperties(
  id: number,
  all: readonly BrokerPorts[],
  dataFolder: string,
  overrides: Readonly<Record<string, string>> = {},
): string {
  const ports = all[id - 1]
  if (!ports) throw new RangeError(`no broker ${id}`)
  const minInSync = all.length > 1 ? 2 : 1
  const properties = {
    'process.roles': 'broker,controller',
    'node.id': id,
    'controller.quorum.voters': all
      .map(({ controller }, i) => `${i + 1}@127.0.0.1:${controller}`)
      .join(),
    listeners: `PLAINTEXT://127.0.0.1:${ports.client},CONTROLLER://127.0.0.1:${ports.controller}`,
    'advertised.listeners': `PLAINTEXT://127.0.0.1:${ports.client}`,
    'listener.security.protocol.map': 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
    'controller.listener.names': 'CONTROLLER',
    'inter.broker.listener.name': 'PLAINTEXT',
    'log.dirs': dataFolder,
    'auto.create.topics.enable': false,
    'default.replication.factor': all.length,
    'offsets.topic.replication.factor': all.length,
    'transaction.state.log.replication.factor': all.length,
    'min.insync.replicas': minInSync,
    'transaction.state.log.min.isr': minInSync,
    'offsets.topic.num.partitions': 3,
    'transaction.state.log.num.partitions': 3,
    'group.initial.rebalance.delay.ms': 0, // default: 3 s for each new group
    'group.min.session.timeout.ms': 500, // default 6 s; tests use shorter sessions
    'transaction.abort.timed.out.transaction.cleanup.interval.ms': 1_000,
    'num.network.threads': 2,
    'num.io.threads': 4,
    'log.cleaner.dedupe.buffer.size': 2_097_152, // allocated on the heap; default 128 MB
    ...(all.length > 1 ? failureDetection : {}),
    ...overrides,
  }
  return Object.entries(properties)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')
}

/**
 * Settings with which the cluster detects a dead broker after about 6 s instead of 9 s. With a detection after 2 s,
 * brokers on a busy machine declared one another dead when one of them was frozen for 4 s, and followers did not get in
 * sync again.
 */
const failureDetection = {
  'broker.heartbeat.interval.ms': 1_000,
  'broker.session.timeout.ms': 6_000,
  'replica.lag.time.max.ms': 6_000,
  'replica.fetch.wait.max.ms': 200,
}
