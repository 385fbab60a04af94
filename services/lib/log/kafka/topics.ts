// Creates missing topics and rejects existing topics whose settings differ. It never changes an existing
// topic, because that could lose or reorder records.
import type { Admin, ITopicConfig, Kafka } from 'kafkajs'
import kafkajs from 'kafkajs'
import { LogError, type TopicSettings } from '../port.ts'
import { disconnect } from './client.ts'
import { toLogError, kafkaErrorTypeOf } from './failures.ts'
import { retryIdempotent } from './retry-idempotent.ts'

type Settings = TopicSettings[string]

/**
 * The setting `max.message.bytes` of created topics: Kafka's default, which is larger than every batch
 * that we send (placement.ts).
 */
const batchBytes = 1_048_588
const createWithinMs = 30_000

/** The required topic configuration. */
function topicConfigOf(settings: Settings): Readonly<Record<string, string>> {
  const { partitions, cleanup, retentionMs, retentionBytes = Infinity } = settings
  return {
    'cleanup.policy': cleanup,
    'retention.ms': retentionMs === Infinity ? '-1' : String(retentionMs),
    'retention.bytes':
      retentionBytes === Infinity ? '-1' : String(Math.ceil(retentionBytes / partitions)),
    'message.timestamp.type': 'LogAppendTime',
    'max.message.bytes': String(batchBytes),
    'compression.type': 'producer',
  }
}

interface TopicCreationOptions {
  /** If false, missing topics are an error. */
  readonly create: boolean
  /** null: the default of the brokers. */
  readonly replication: number | null
}

export async function prepareTopics(
  kafka: Kafka,
  topics: TopicSettings,
  creationOptions: TopicCreationOptions,
): Promise<void> {
  const admin = kafka.admin()
  try {
    await retryIdempotent('preparing the topics', () =>
      ensureTopics(admin, topics, creationOptions),
    )
  } finally {
    await disconnect(admin)
  }
}

async function ensureTopics(
  admin: Admin,
  topics: TopicSettings,
  { create: mayCreate, replication }: TopicCreationOptions,
): Promise<void> {
  await admin.connect()
  const existing = new Set(await admin.listTopics())
  const missing = Object.entries(topics).filter(([topic]) => !existing.has(topic))
  if (missing.length > 0 && !mayCreate)
    throw new LogError(
      `missing topics: ${missing.map(([topic]) => topic).join(', ')}; check TOPIC_PREFIX, or start the service once`,
    )
  if (missing.length > 0) await createMissingTopics(admin, Object.fromEntries(missing), replication)
  const problems = await findSettingProblems(admin, topics)
  if (problems.length > 0)
    throw new LogError(
      `existing topics have other settings than required; change them, or set another TOPIC_PREFIX:\n${problems.join('\n')}`,
    )
}

async function createMissingTopics(
  admin: Admin,
  topics: TopicSettings,
  replicationFactor: number | null,
): Promise<void> {
  const wanted: ITopicConfig[] = Object.entries(topics).map(([topic, settings]) => ({
    topic,
    numPartitions: settings.partitions,
    replicationFactor: replicationFactor ?? -1,
    configEntries: Object.entries({
      ...topicConfigOf(settings),
      // with this setting an acknowledged record is on at least two brokers
      ...(replicationFactor !== null && replicationFactor >= 3
        ? { 'min.insync.replicas': '2' }
        : {}),
    }).map(([name, value]) => ({ name, value })),
  }))
  try {
    await admin.createTopics({ topics: wanted, waitForLeaders: true, timeout: createWithinMs })
  } catch (error) {
    const errors = (error as { errors?: readonly { type?: string; topic?: string }[] }).errors ?? [
      error as { type?: string; topic?: string },
    ]
    // another process has created this topic meanwhile; findSettingProblems checks its settings
    const real = errors.find((e) => kafkaErrorTypeOf(e) !== 'TOPIC_ALREADY_EXISTS')
    if (!real) return
    const what = `topic ${real.topic ?? Object.keys(topics).join(', ')} cannot be created`
    if (kafkaErrorTypeOf(real) === 'INVALID_REPLICATION_FACTOR')
      throw new LogError(
        `${what}: there are fewer brokers than replicas requested (replication=${replicationFactor ?? 'default of the brokers'})`,
        { cause: error },
      )
    throw toLogError(what, real)
  }
}

async function findSettingProblems(admin: Admin, topics: TopicSettings): Promise<string[]> {
  const names = Object.keys(topics)
  const { topics: found } = await admin.fetchTopicMetadata({ topics: names })
  const { resources } = await admin.describeConfigs({
    includeSynonyms: false,
    resources: names.map((name) => ({ type: kafkajs.ConfigResourceTypes.TOPIC, name })),
  })
  return Object.entries(topics).flatMap(([topic, settings]) => {
    const partitions = found.find((t) => t.name === topic)?.partitions.length ?? 0
    const entries = resources.find((r) => r.resourceName === topic)?.configEntries ?? []
    const config = new Map(entries.map((e) => [e.configName, e.configValue]))
    const wrong = Object.entries(topicConfigOf(settings)).flatMap(([name, should]) => {
      const is = config.get(name) ?? ''
      return isAcceptableSetting(name, is, should)
        ? []
        : [`${topic}: ${name} is ${is}, must be ${should}`]
    })
    if (partitions !== settings.partitions)
      wrong.unshift(`${topic}: has ${partitions} partitions, must have ${settings.partitions}`)
    return wrong
  })
}

/**
 * Returns whether the setting of an existing topic is acceptable. Operators may configure a longer or larger
 * retention, larger batches, and gzip.
 */
function isAcceptableSetting(name: string, actualValue: string, expected: string): boolean {
  switch (name) {
    case 'retention.ms':
    case 'retention.bytes':
      return actualValue === '-1' || (expected !== '-1' && Number(actualValue) >= Number(expected))
    case 'max.message.bytes':
      return Number(actualValue) >= Number(expected)
    case 'compression.type':
      return ['producer', 'uncompressed', 'gzip'].includes(actualValue)
    default:
      return actualValue === expected
  }
}
