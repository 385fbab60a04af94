// The codec of the distributed form: ids of schemas from a schema registry (any that speaks
// Confluent's interface), the same for every process and every reader of the topics.
import type { Topic } from '../../topology.ts'
import { toAvroType } from './avro-type.ts'
import { createFramedCodec, type OwnSchema } from './framed-avro.ts'
import type { LearningCodec } from './port.ts'
import { createRegistryClient } from './registry/client.ts'
import { createLearnedSchemas } from './registry/learned.ts'
import { untilItAnswers } from '../run/until-it-answers.ts'
import { publishSchema } from './registry/publish.ts'
import { readTopicSchemas, type AvroSchema } from './schemas.ts'

export interface RegistryCodecOptions {
  /** With credentials and base path: `https://user:password@registry:8081/apis/ccompat/v7`. */
  readonly url: string
  /** In front of every topic's name: the subject is `<prefix><topic>-value`. */
  readonly topicPrefix: string
  readonly logger: {
    info(fields: object, message: string): void
    warn(fields: object, message: string): void
  }
  /** Those of schemas/events, unless a test brings others. */
  readonly schemas?: Readonly<Record<string, AvroSchema>>
  /** How long to wait for a registry that does not answer. */
  readonly patience?: { readonly startMs: number; readonly learnMs: number }
}

/** Containers that start together are up by then; a handler is not held up for longer. */
const usualPatience = { startMs: 60_000, learnMs: 10_000 }

/**
 * Registers the schemas of today. Rejects, with what to do about it, when one of them clashes with an
 * earlier one, when the registry refuses us, and when it has not answered for a minute.
 */
export async function openRegistryCodec(options: RegistryCodecOptions): Promise<LearningCodec> {
  const { url, topicPrefix, logger, schemas = readTopicSchemas() } = options
  const { startMs, learnMs } = options.patience ?? usualPatience
  const client = createRegistryClient(url)
  const onWait = (reason: string): void =>
    logger.warn({ reason }, 'waiting for the schema registry')
  const toSubject = (topic: string): string => `${topicPrefix}${topic}-value`

  const own = new Map<Topic, OwnSchema>()
  // one after another, so that a new registry gives the same ids every time
  const inOrder = Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [name, schema] of inOrder) {
    const topic = name as Topic
    const subject = toSubject(topic)
    const type = toAvroType(schema)
    const { id, levelBefore } = await untilItAnswers(
      () => publishSchema(client, topic, subject, { schema, type }),
      { withinMs: startMs, onWait },
    )
    if (levelBefore !== null)
      logger.info({ subject, levelBefore }, 'compatibility set to BACKWARD_TRANSITIVE')
    own.set(topic, { id, type })
  }
  const [anyTopic] = own.keys()
  if (anyTopic === undefined) throw new TypeError('there are no schemas')
  const ids = [...own.values()].map(({ id }) => id)
  const learned = createLearnedSchemas(client, toSubject(anyTopic), ids)

  return {
    ...createFramedCodec({ own, writtenAs: (_topic, id) => learned.get(id) }),
    learn(records, signal) {
      const unknown = learned.unknownIn(records)
      if (unknown.length === 0) return null
      return untilItAnswers(() => learned.ask(unknown, signal), {
        withinMs: learnMs,
        onWait,
        ...(signal && { signal }),
      })
    },
  }
}
