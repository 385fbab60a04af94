// Encodes and decodes Avro values in the framing of schema registries: a zero byte, the schema id, the Avro
// binary. local.ts (a directory) and registry.ts (a schema registry) supply the ids.
import { inspect } from 'node:util'
import type { TopicValues } from '../../../schemas/generated/events.ts'
import type { Topic } from '../../topology.ts'
import type { AvroType } from './avro-type.ts'
import { CodecError, type Codec } from './port.ts'

/** The schema with which this process writes a topic. */
export interface OwnSchema {
  readonly id: number
  readonly type: AvroType
}

interface TopicSchemas extends OwnSchema {
  /**
   * Resolvers for values with other schemas, by schema id; undefined if our own type can read the bytes
   * without a resolver.
   */
  readonly readers: Map<number, ReturnType<AvroType['createResolver']> | undefined>
}

/** Stands for the id of a schema of this process that is not registered. No value has this id. Only decoders use it. */
export const unregisteredId = -1

export const frameHeaderBytes = 5
const slabBytes = 64 * 1024

/** Returns the id of the schema with which the bytes were written, or null if the bytes are not framed. */
export function readSchemaId(bytes: Buffer): number | null {
  return bytes.length > frameHeaderBytes && bytes[0] === 0 ? bytes.readUInt32BE(1) : null
}

export function createFramedCodec(options: {
  readonly own: ReadonlyMap<string, OwnSchema>
  /**
   * Returns the type with which a value was written, by a schema id that is not our own. Throws CodecError if the
   * id is unknown or belongs to another topic.
   */
  readonly writerTypeOf: (topic: Topic, id: number) => AvroType
}): Pick<Codec, 'encode' | 'decode'> {
  const states = new Map<string, TopicSchemas>()
  const owners = new Map<number, string>()
  for (const [topic, { id, type }] of options.own) {
    states.set(topic, { id, type, readers: new Map([[id, undefined]]) })
    owners.set(id, topic)
  }
  /**
   * Values are encoded one after the other into this buffer. The whole buffer stays in memory as long
   * as one of its values does.
   */
  let slab = Buffer.allocUnsafeSlow(slabBytes)
  let used = 0

  function topicSchemasOf(topic: Topic): TopicSchemas {
    const state = states.get(topic)
    if (!state) throw new TypeError(`there is no schema for ${topic}`)
    return state
  }

  /**
   * Adds the resolver for values that were written with an older schema, or with a newer one of another
   * process.
   */
  function addSchemaResolver(topic: Topic, { type, readers }: TopicSchemas, id: number): void {
    const owner = owners.get(id)
    if (owner !== undefined) throw new CodecError(`schema ${id} is of ${owner}, not of ${topic}`)
    const written = options.writerTypeOf(topic, id)
    try {
      readers.set(id, type.equals(written) ? undefined : type.createResolver(written))
    } catch (cause) {
      throw new CodecError(
        `values with schema ${id} cannot be converted to the current schema of ${topic}`,
        { cause },
      )
    }
  }

  return {
    encode(topic, value) {
      const { id, type } = topicSchemasOf(topic)
      let start = used
      try {
        used = type.encode(value, slab, start + frameHeaderBytes)
        if (used < 0) {
          // the negative result is the number of missing bytes
          const missing = -used
          slab = Buffer.allocUnsafeSlow(Math.max(slabBytes, slab.length - start + missing))
          start = 0
          used = type.encode(value, slab, frameHeaderBytes)
        }
      } catch (cause) {
        used = start
        throw new TypeError(`${topic}: ${describeMismatch(type, value)}`, { cause })
      }
      slab.writeUInt8(0, start)
      slab.writeUInt32BE(id, start + 1)
      return slab.subarray(start, used)
    },

    decode<T extends Topic>(topic: T, bytes: Buffer) {
      const id = readSchemaId(bytes)
      if (id === null)
        throw new CodecError('the bytes do not start with the framing of a schema registry')
      const state = topicSchemasOf(topic)
      if (!state.readers.has(id)) addSchemaResolver(topic, state, id)
      return decodeWithSchema(topic, state, id, bytes) as TopicValues[T]
    },
  }
}

function decodeWithSchema(
  topic: Topic,
  { type, readers }: TopicSchemas,
  id: number,
  bytes: Buffer,
): unknown {
  let decoded: { value: unknown; offset: number }
  try {
    decoded = type.decode(bytes, frameHeaderBytes, readers.get(id))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new CodecError(`not a value of ${topic}: ${reason}`, { cause })
  }
  if (decoded.offset < 0) throw new CodecError(`a truncated value of ${topic}`)
  const excess = bytes.length - decoded.offset
  if (excess > 0) throw new CodecError(`a value of ${topic} followed by ${excess} excess bytes`)
  return decoded.value
}

/** Returns a text that names the first field that does not match the schema. */
function describeMismatch(type: AvroType, value: unknown): string {
  const mismatches: string[] = []
  type.isValid(value, {
    errorHook: (path, found: unknown, expected) => {
      mismatches.push(
        `${path.join('.') || 'the value'} is ${inspect(found, { depth: 0 })}, not ${expected.typeName}`,
      )
    },
  })
  return mismatches[0] ?? 'does not match its schema'
}
