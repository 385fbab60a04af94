// The codec on one machine: Avro with ids from a directory of our own (schema-ids.ts), in the
// framing of schema registries, so that the bytes are what a registry's clients expect.
import { inspect } from 'node:util'
import avsc from 'avsc'
import { CodecError, type Codec } from './port.ts'
import { boundArrays } from './bounded-arrays.ts'
import { readSchema, registerSchema, type RegisteredSchema } from './schema-ids.ts'
import { readTopicSchemas, withoutDocs, type AvroSchema } from './schemas.ts'
import type { TopicValues } from '../../../schemas/generated/events.ts'
import type { Topic } from '../../topology.ts'

type AvroType = InstanceType<typeof avsc.Type>

interface Writer {
  readonly id: number
  readonly type: AvroType
}

/** How to read what was written under one id. */
interface Reader {
  readonly topic: string
  readonly type: AvroType
  /** Absent where the bytes were written with the schema of today. */
  readonly resolver?: ReturnType<AvroType['createResolver']>
}

const headBytes = 5
const slabBytes = 64 * 1024

/**
 * Registers the schemas it writes with; then needs no file any more, but for ids that another
 * process gives out later. `schemas` are those of schemas/events unless a test brings older ones.
 */
export async function openLocalCodec(options: {
  readonly path: string
  readonly schemas?: Readonly<Record<string, AvroSchema>>
}): Promise<Codec> {
  const { path, schemas = readTopicSchemas() } = options
  const writers = new Map<string, Writer>()
  const readers = new Map<number, Reader>()
  for (const [topic, schema] of Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const bare = withoutDocs(schema)
    const { id } = await registerSchema(path, topic, bare)
    const type = toAvroType(bare)
    writers.set(topic, { id, type })
    readers.set(id, { topic, type })
  }
  /** Values are encoded one behind the other; those who hold one keep its slab from being freed. */
  let slab = Buffer.allocUnsafeSlow(slabBytes)
  let used = 0

  function writerOf(topic: Topic): Writer {
    const writer = writers.get(topic)
    if (!writer) throw new TypeError(`there is no schema for ${topic}`)
    return writer
  }

  /** A reader for bytes of an older schema, or of a process newer than this one. */
  function toReader({ id, topic, schema }: RegisteredSchema): Reader {
    const today = writers.get(topic)
    if (!today) throw new CodecError(`schema ${id} is of ${topic}, which is not known here`)
    try {
      return { topic, type: today.type, resolver: today.type.createResolver(toAvroType(schema)) }
    } catch (cause) {
      throw new CodecError(`schema ${id} of ${topic} cannot be read as today's`, { cause })
    }
  }

  function readerOf(id: number): Reader {
    const known = readers.get(id)
    if (known) return known
    const registered = readSchema(path, id)
    if (!registered) throw new CodecError(`there is no schema ${id}`)
    const reader = toReader(registered)
    readers.set(id, reader)
    return reader
  }

  return {
    encode(topic, value) {
      const { id, type } = writerOf(topic)
      let start = used
      try {
        used = type.encode(value, slab, start + headBytes)
        if (used < 0) {
          // it tells how many bytes were missing
          const missing = -used
          slab = Buffer.allocUnsafeSlow(Math.max(slabBytes, slab.length - start + missing))
          start = 0
          used = type.encode(value, slab, headBytes)
        }
      } catch (cause) {
        used = start
        throw new TypeError(`${topic}: ${whatDoesNotFit(type, value)}`, { cause })
      }
      slab.writeUInt8(0, start)
      slab.writeUInt32BE(id, start + 1)
      return slab.subarray(start, used)
    },

    decode<T extends Topic>(topic: T, bytes: Buffer) {
      if (bytes.length <= headBytes || bytes.readUInt8(0) !== 0)
        throw new CodecError('not in the framing of a schema registry')
      const id = bytes.readUInt32BE(1)
      const reader = readerOf(id)
      if (reader.topic !== topic)
        throw new CodecError(`schema ${id} is of ${reader.topic}, not of ${topic}`)
      return decodeWith(reader, bytes) as TopicValues[T]
    },
  }
}

function decodeWith({ topic, type, resolver }: Reader, bytes: Buffer): unknown {
  let decoded: { value: unknown; offset: number }
  try {
    decoded = type.decode(bytes, headBytes, resolver)
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new CodecError(`not a value of ${topic}: ${reason}`, { cause })
  }
  if (decoded.offset < 0) throw new CodecError(`a value of ${topic} that is cut off`)
  const behind = bytes.length - decoded.offset
  if (behind > 0) throw new CodecError(`a value of ${topic} with ${behind} bytes behind it`)
  return decoded.value
}

function toAvroType(schema: unknown): AvroType {
  return avsc.Type.forSchema(schema as Parameters<typeof avsc.Type.forSchema>[0], {
    typeHook: boundArrays,
    omitRecordMethods: true,
  })
}

/** Looks for the field that an encoding failed on. */
function whatDoesNotFit(type: AvroType, value: unknown): string {
  const faults: string[] = []
  type.isValid(value, {
    errorHook: (path, found: unknown, expected) => {
      faults.push(
        `${path.join('.') || 'the value'} is ${inspect(found, { depth: 0 })}, not ${expected.typeName}`,
      )
    },
  })
  return faults[0] ?? 'does not fit its schema'
}
