// The codec of the embedded form. Schema ids come from a directory (schema-ids.ts); the framing is that of
// schema registries.
import { toAvroType, type AvroType } from './avro-type.ts'
import { createFramedCodec, unregisteredId, type OwnSchema } from './framed-avro.ts'
import { CodecError, type Codec, type Decoder } from './port.ts'
import { readSchema, registerSchema } from './schema-ids.ts'
import { readTopicSchemas, withoutDocs, type AvroSchema } from './schemas.ts'

/**
 * Opens the codec and registers our schemas. After that it reads files only for ids that another process
 * registers later. `schemas` defaults to those of schemas/events; tests pass older ones.
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

  return { ...createFramedCodec({ own, writerTypeOf: createSchemaReader(path) }), loadSchemas }
}

/** Opens a decoder, which writes no files. */
export function openLocalDecoder({ path }: { readonly path: string }): Decoder {
  const own = Object.entries(readTopicSchemas()).map(
    ([topic, schema]) =>
      [topic, { id: unregisteredId, type: toAvroType(withoutDocs(schema)) }] as const,
  )
  const { decode } = createFramedCodec({
    own: new Map(own),
    writerTypeOf: createSchemaReader(path),
  })
  return { decode, loadSchemas }
}

/** Nothing is loaded in advance: a schema is read from the directory when the first record with it is decoded. */
const loadSchemas = (): null => null

function createSchemaReader(path: string): (topic: string, id: number) => AvroType {
  return (topic, id) => {
    const registered = readSchema(path, id)
    if (!registered) throw new CodecError(`there is no schema ${id}`)
    if (registered.topic !== topic)
      throw new CodecError(`schema ${id} is of ${registered.topic}, not of ${topic}`)
    try {
      return toAvroType(registered.schema)
    } catch (cause) {
      throw new CodecError(`schema ${id} is not a valid schema`, { cause })
    }
  }
}
