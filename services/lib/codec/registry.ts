// The codec of the distributed form. Schema ids come from a schema registry with Confluent's API, so that all
// processes and all consumers of the topics share them.
import type { Topic } from '../../topology.ts'
import { toAvroType } from './avro-type.ts'
import { createFramedCodec, unregisteredId, type OwnSchema } from './framed-avro.ts'
import type { Codec, Decoder } from './port.ts'
import { createRegistryClient } from './registry/client.ts'
import { createSchemaCache, type SchemaCache } from './registry/schema-cache.ts'
import { retryUntilAvailable } from '../run/retry.ts'
import { publishSchema } from './registry/publish.ts'
import { readTopicSchemas, type AvroSchema } from './schemas.ts'

export interface RegistryCodecOptions {
  /** Includes credentials and base path: `https://user:password@registry:8081/apis/ccompat/v7`. */
  readonly url: string
  /** Prefix of every topic: the subject is `<prefix><topic>-value`. */
  readonly topicPrefix: string
  readonly logger: {
    info(fields: object, message: string): void
    warn(fields: object, message: string): void
  }
  /** The default is the schemas of schemas/events. Tests pass others. */
  readonly schemas?: Readonly<Record<string, AvroSchema>>
  /**
   * How long requests are retried while the registry does not respond: at the start, and when schemas are
   * loaded.
   */
  readonly retryFor?: { readonly startMs: number; readonly loadMs: number }
}

/**
 * At the start, 60 s is enough for containers that start together. Loading blocks the handler of a
 * subscription, so it gives up after 10 s.
 */
const defaultRetryFor = { startMs: 60_000, loadMs: 10_000 }

/**
 * Opens the codec and registers our schemas. Rejects, with instructions for operators, if a schema is
 * incompatible with an earlier version, if the registry rejects our credentials, or if it does not
 * respond for a minute.
 */
export async function openRegistryCodec(options: RegistryCodecOptions): Promise<Codec> {
  const { url, topicPrefix, logger, schemas = readTopicSchemas() } = options
  const { startMs, loadMs } = options.retryFor ?? defaultRetryFor
  const client = createRegistryClient(url)
  const onWait = (reason: string): void =>
    logger.warn({ reason }, 'waiting for the schema registry')
  const toSubject = (topic: string): string => `${topicPrefix}${topic}-value`

  const own = new Map<Topic, OwnSchema>()
  // schemas are registered one after the other, so that an empty registry always assigns the same ids
  const inOrder = Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [name, schema] of inOrder) {
    const topic = name as Topic
    const subject = toSubject(topic)
    const type = toAvroType(schema)
    const { id, levelBefore } = await retryUntilAvailable(
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
  const schemaCache = createSchemaCache(client, toSubject(anyTopic), ids)
  return createLoadingCodec(own, schemaCache, { withinMs: loadMs, onWait })
}

/** Opens a decoder, which registers no schemas. Does not contact the registry before the first record. */
export function openRegistryDecoder(
  options: Pick<RegistryCodecOptions, 'url' | 'topicPrefix' | 'logger'>,
): Decoder {
  const { url, topicPrefix, logger } = options
  const own = Object.entries(readTopicSchemas()).map(
    ([topic, schema]) => [topic, { id: unregisteredId, type: toAvroType(schema) }] as const,
  )
  const schemaCache = createSchemaCache(createRegistryClient(url), `${topicPrefix}trades-value`, [])
  return createLoadingCodec(new Map(own), schemaCache, {
    withinMs: defaultRetryFor.loadMs,
    onWait: (reason) => logger.warn({ reason }, 'waiting for the schema registry'),
  })
}

function createLoadingCodec(
  ownSchemas: ReadonlyMap<string, OwnSchema>,
  schemaCache: SchemaCache,
  retry: { readonly withinMs: number; readonly onWait: (reason: string) => void },
): Codec {
  return {
    ...createFramedCodec({ own: ownSchemas, writerTypeOf: (_topic, id) => schemaCache.get(id) }),
    loadSchemas(records, signal) {
      const unknown = schemaCache.idsToLoad(records)
      if (unknown.length === 0) return null
      return retryUntilAvailable(() => schemaCache.load(unknown, signal), {
        ...retry,
        signal,
      })
    },
  }
}
