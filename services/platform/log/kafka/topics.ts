// Makes the topics that are missing, and refuses those that are there and are not as they must be:
// nothing of a topic that holds records is changed by itself.
import type { Admin, ITopicConfig, Kafka } from 'kafkajs'
import kafkajs from 'kafkajs'
import { LogError, type TopicSettings } from '../port.ts'
import { disconnect } from './client.ts'
import { toLogError, typeOf } from './failures.ts'
import { persist } from './persist.ts'

type Settings = TopicSettings[string]

/** Kafka's own default; a batch of records has to fit in. */
const batchBytes = 1_048_588
const createWithinMs = 30_000

/** What Kafka must say of a topic, by the name of its setting. */
function configOf({ cleanup, retentionMs }: Settings): Readonly<Record<string, string>> {
  return {
    'cleanup.policy': cleanup,
    'retention.ms': retentionMs === Infinity ? '-1' : String(retentionMs),
    'retention.bytes': '-1',
    'message.timestamp.type': 'LogAppendTime',
    'max.message.bytes': String(batchBytes),
    'compression.type': 'producer',
  }
}

export async function prepareTopics(
  kafka: Kafka,
  topics: TopicSettings,
  replication: number | null,
): Promise<void> {
  const admin = kafka.admin()
  try {
    await persist('preparing the topics', () => ensure(admin, topics, replication))
  } finally {
    await disconnect(admin)
  }
}

async function ensure(
  admin: Admin,
  topics: TopicSettings,
  replication: number | null,
): Promise<void> {
  await admin.connect()
  const existing = new Set(await admin.listTopics())
  const missing = Object.entries(topics).filter(([topic]) => !existing.has(topic))
  if (missing.length > 0) await create(admin, Object.fromEntries(missing), replication)
  const problems = await findProblems(admin, topics)
  if (problems.length > 0)
    throw new LogError(
      `topics are not as they must be; change them, or set another TOPIC_PREFIX:\n${problems.join('\n')}`,
      { retriable: false },
    )
}

async function create(
  admin: Admin,
  topics: TopicSettings,
  replication: number | null,
): Promise<void> {
  const wanted: ITopicConfig[] = Object.entries(topics).map(([topic, settings]) => ({
    topic,
    numPartitions: settings.partitions,
    replicationFactor: replication ?? -1,
    configEntries: Object.entries({
      ...configOf(settings),
      // a record that is acknowledged then lies on two brokers at the least
      ...(replication !== null && replication >= 3 ? { 'min.insync.replicas': '2' } : {}),
    }).map(([name, value]) => ({ name, value })),
  }))
  try {
    await admin.createTopics({ topics: wanted, waitForLeaders: true, timeout: createWithinMs })
  } catch (error) {
    const errors = (error as { errors?: readonly { type?: string; topic?: string }[] }).errors ?? [
      error as { type?: string; topic?: string },
    ]
    // another process was quicker: what it made is checked like any other
    const real = errors.find((e) => typeOf(e) !== 'TOPIC_ALREADY_EXISTS')
    if (!real) return
    const what = `topic ${real.topic ?? Object.keys(topics).join(', ')} cannot be made`
    if (typeOf(real) === 'INVALID_REPLICATION_FACTOR')
      throw new LogError(
        `${what}: there are fewer brokers than replicas asked for (replication=${replication ?? 'as the brokers have it'})`,
        { cause: error, retriable: false },
      )
    throw toLogError(what, real)
  }
}

async function findProblems(admin: Admin, topics: TopicSettings): Promise<string[]> {
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
    const wrong = Object.entries(configOf(settings)).flatMap(([name, should]) => {
      const is = config.get(name) ?? ''
      return isFine(name, is, should) ? [] : [`${topic}: ${name} is ${is}, must be ${should}`]
    })
    if (partitions !== settings.partitions)
      wrong.unshift(`${topic}: has ${partitions} partitions, must have ${settings.partitions}`)
    return wrong
  })
}

/** An operator may keep records longer and take larger ones; compression by producers can be gzip. */
function isFine(name: string, is: string, should: string): boolean {
  switch (name) {
    case 'retention.ms':
      return is === '-1' || (should !== '-1' && Number(is) >= Number(should))
    case 'max.message.bytes':
      return Number(is) >= Number(should)
    case 'compression.type':
      return ['producer', 'uncompressed', 'gzip'].includes(is)
    default:
      return is === should
  }
}
