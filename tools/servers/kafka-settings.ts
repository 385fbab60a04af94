// The settings of our Kafka brokers: broker and controller in one process, quick to start, quick
// to notice that one of them is dead, small.

export interface BrokerPorts {
  readonly client: number
  readonly controller: number
}

/** Without it the broker says nothing, not even why it died. */
export const logging = `
status = error
appender.out.type = Console
appender.out.name = OUT
appender.out.layout.type = PatternLayout
appender.out.layout.pattern = %d{HH:mm:ss.SSS} %p %c{1} %m%n
rootLogger.level = warn
rootLogger.appenderRef.out.ref = OUT
`

/** Of the broker numbered `id`, from 1. `own` wins over what stands here. */
export function toBrokerProperties(
  id: number,
  all: readonly BrokerPorts[],
  dataFolder: string,
  own: Readonly<Record<string, string>> = {},
): string {
  const ports = all[id - 1]
  if (!ports) throw new RangeError(`no broker ${id}`)
  const inSync = all.length > 1 ? 2 : 1
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
    'min.insync.replicas': inSync,
    'transaction.state.log.min.isr': inSync,
    'offsets.topic.num.partitions': 3,
    'transaction.state.log.num.partitions': 3,
    'group.initial.rebalance.delay.ms': 0, // else 3 s for every new group
    'group.min.session.timeout.ms': 500, // else no test may ask for less than 6 s
    'transaction.abort.timed.out.transaction.cleanup.interval.ms': 1_000,
    'num.network.threads': 2,
    'num.io.threads': 4,
    'log.cleaner.dedupe.buffer.size': 2_097_152, // lies in the heap, else 128 MB
    ...(all.length > 1 ? noticesDeadBrokers : {}),
    ...own,
  }
  return Object.entries(properties)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')
}

/** After about 2 s, not 9. */
const noticesDeadBrokers = {
  'broker.heartbeat.interval.ms': 300,
  'broker.session.timeout.ms': 2_000,
  'controller.quorum.election.timeout.ms': 500,
  'controller.quorum.fetch.timeout.ms': 1_000,
  'controller.quorum.election.backoff.max.ms': 300,
  'replica.lag.time.max.ms': 3_000,
  'replica.fetch.wait.max.ms': 200,
}
