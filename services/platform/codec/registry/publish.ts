// Puts the schemas of today under their subjects when a process starts, so that whoever reads the
// topics finds them, and finds out before the first record whether today's can follow what is there.
import { setTimeout as sleep } from 'node:timers/promises'
import type { AvroType } from '../avro-type.ts'
import type { AvroSchema } from '../schemas.ts'
import { findClashes } from './clash.ts'
import type { Compatibility, RegistryClient } from './client.ts'
import { RegistryFailure } from './failure.ts'

/** A schema cannot follow those that are registered; the message says what to do. */
export class SchemaClash extends Error {
  constructor(topic: string, subject: string, address: string, reason: string, cause?: unknown) {
    super(
      `the schema of ${topic} (schemas/events/${topic}.avsc) clashes with ${subject} in the schema registry at ${address}: ${reason}. ` +
        'Fields are only ever added, each with a default: put back what was there, and give what has changed another name. ' +
        'If this is an older version than the one that registered those, start the newer one',
      { cause },
    )
    this.name = 'SchemaClash'
  }
}

/** What readers of every earlier schema need; what has more is left as it is. */
const level: Compatibility = 'BACKWARD_TRANSITIVE'
const stricter: Compatibility = 'FULL_TRANSITIVE'

const attempts = 5
const pauseMs = 50

export interface PublishedSchema {
  readonly id: number
  /** The subject had another level of compatibility; null: it had ours, or is new. */
  readonly levelBefore: string | null
}

interface OwnSchemaText {
  readonly schema: AvroSchema
  readonly type: AvroType
}

/** Doing it again changes nothing. Rejects with SchemaClash or RegistryFailure. */
export async function publishSchema(
  client: RegistryClient,
  topic: string,
  subject: string,
  own: OwnSchemaText,
): Promise<PublishedSchema> {
  // processes start at once, and a registry may then call a conflict what is none a moment later
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await publishOnce(client, topic, subject, own)
    } catch (error) {
      if (!(error instanceof RegistryFailure && error.status === 409)) throw error
      if (attempt === attempts)
        throw new SchemaClash(topic, subject, client.address, error.message, error)
      await sleep(pauseMs * attempt)
    }
  }
}

async function publishOnce(
  client: RegistryClient,
  topic: string,
  subject: string,
  { schema, type }: OwnSchemaText,
): Promise<PublishedSchema> {
  const isKnown = (await client.findId(subject, schema)) !== null
  if (!isKnown) await checkAgainstEarlier(client, topic, subject, type)
  const before = await client.compatibility(subject)
  const isFit = before === level || before === stricter
  if (!isFit) await client.setCompatibility(subject, level)
  const id = await client.register(subject, schema, before === stricter ? stricter : level)
  return { id, levelBefore: isFit ? null : before }
}

async function checkAgainstEarlier(
  client: RegistryClient,
  topic: string,
  subject: string,
  today: AvroType,
): Promise<void> {
  for (const { version, id } of (await client.versions(subject)).toReversed()) {
    const before = await client.schema(id)
    const clashes = before ? findClashes(before, today) : ['it is no Avro schema']
    if (clashes.length > 0) {
      const reason = `since version ${version}, ${clashes.join(', ')}`
      throw new SchemaClash(topic, subject, client.address, reason)
    }
  }
}
