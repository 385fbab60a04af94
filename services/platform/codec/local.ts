// The codec on one machine: ids of schemas from a directory of our own (schema-ids.ts), in the
// framing of schema registries, so that the bytes are what a registry's clients expect.
import { toAvroType, type AvroType } from './avro-type.ts'
import { createFramedCodec, type OwnSchema } from './framed-avro.ts'
import { CodecError, type Codec } from './port.ts'
import { readSchema, registerSchema } from './schema-ids.ts'
import { readTopicSchemas, withoutDocs, type AvroSchema } from './schemas.ts'

/**
 * Registers the schemas it writes with; then needs no file any more, but for ids that another
 * process gives out later. `schemas` are those of schemas/events unless a test brings older ones.
 */
export async function openLocalCodec(options: {
  readonly path: string
  readonly schemas?: Readonly<Record<string, AvroSchema>>
}): Promise<Codec> {
  const { path, schemas = readTopicSchemas() } = options
  const own = new Map<string, OwnSchema>()
  for (const [topic, schema] of Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const bare = withoutDocs(schema)
    const { id } = await registerSchema(path, topic, bare)
    own.set(topic, { id, type: toAvroType(bare) })
  }

  function writtenAs(topic: string, id: number): AvroType {
    const registered = readSchema(path, id)
    if (!registered) throw new CodecError(`there is no schema ${id}`)
    if (registered.topic !== topic)
      throw new CodecError(`schema ${id} is of ${registered.topic}, not of ${topic}`)
    try {
      return toAvroType(registered.schema)
    } catch (cause) {
      throw new CodecError(`schema ${id} is none that can be read`, { cause })
    }
  }

  return createFramedCodec({ own, writtenAs })
}
