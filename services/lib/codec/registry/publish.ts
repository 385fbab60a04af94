// Registers our schemas at start, so that every consumer of the topics finds them, and checks before the
// first record that they are compatible with all earlier versions.
import type { AvroType } from '../avro-type.ts'
import { retry } from '../../run/retry.ts'
import type { AvroSchema } from '../schemas.ts'
import { findClashes } from './clash.ts'
import type { Compatibility, RegistryClient } from './client.ts'
import { RegistryFailure } from './failure.ts'

/** A schema is incompatible with a registered version. The message tells operators what to do. */
export class SchemaClash extends Error {
  constructor(topic: string, subject: string, address: string, reason: string, cause?: unknown) {
    super(
      `the schema of ${topic} (schemas/events/${topic}.avsc) clashes with ${subject} in the schema registry at ${address}: ${reason}. ` +
        'Fields can only be added, each with a default: restore the earlier fields, and give changed fields a new name (a renamed field keeps its old name as an alias). ' +
        'If a newer version of oddslog registered that schema, start the newer version',
      { cause },
    )
    this.name = 'SchemaClash'
  }
}

/** The compatibility level that we set on a subject. A subject with the stricter level keeps it. */
const level: Compatibility = 'BACKWARD_TRANSITIVE'
const stricter: Compatibility = 'FULL_TRANSITIVE'

/** When several processes start at once, a registry may report a conflict that disappears on a retry. */
const conflictRetries = { firstMs: 50, maxMs: 200, attempts: 5 }

const isRegistryConflict = (error: unknown): error is RegistryFailure =>
  error instanceof RegistryFailure && error.status === 409

export interface PublishedSchema {
  readonly id: number
  /**
   * The compatibility level that we replaced; null if the level was already right or the subject is new.
   */
  readonly levelBefore: string | null
}

interface OwnSchemaText {
  readonly schema: AvroSchema
  readonly type: AvroType
}

/** Registers a schema; idempotent. Rejects with SchemaClash or RegistryFailure. */
export async function publishSchema(
  client: RegistryClient,
  topic: string,
  subject: string,
  ownSchema: OwnSchemaText,
): Promise<PublishedSchema> {
  try {
    return await retry(() => tryToPublishSchema(client, topic, subject, ownSchema), {
      ...conflictRetries,
      isRetriable: isRegistryConflict,
    })
  } catch (error) {
    if (!isRegistryConflict(error)) throw error
    throw new SchemaClash(topic, subject, client.address, error.message, error)
  }
}

async function tryToPublishSchema(
  client: RegistryClient,
  topic: string,
  subject: string,
  { schema, type }: OwnSchemaText,
): Promise<PublishedSchema> {
  const isKnown = (await client.findId(subject, schema)) !== null
  if (!isKnown) await checkAgainstEarlierSchemas(client, topic, subject, type)
  const before = await client.compatibility(subject)
  const isFit = before === level || before === stricter
  if (!isFit) await client.setCompatibility(subject, level)
  const id = await client.register(subject, schema, before === stricter ? stricter : level)
  return { id, levelBefore: isFit ? null : before }
}

async function checkAgainstEarlierSchemas(
  client: RegistryClient,
  topic: string,
  subject: string,
  current: AvroType,
): Promise<void> {
  for (const { version, id } of (await client.versions(subject)).toReversed()) {
    const before = await client.schema(id)
    const clashes = before ? findClashes(before, current) : ['it is no Avro schema']
    if (clashes.length > 0) {
      const reason = `since version ${version}, ${clashes.join(', ')}`
      throw new SchemaClash(topic, subject, client.address, reason)
    }
  }
}
