// The codec itself: Avro behind a zero byte and the id of its schema. Where ids come from is another's
// to know (local.ts: a directory, registry.ts: a schema registry).
import { inspect } from 'node:util'
import type { TopicValues } from '../../../schemas/generated/events.ts'
import type { Topic } from '../../topology.ts'
import type { AvroType } from './avro-type.ts'
import { CodecError, type Codec } from './port.ts'

/** A topic's schema of today. */
export interface OwnSchema {
  readonly id: number
  readonly type: AvroType
}

interface TopicState extends OwnSchema {
  /** How to read what was written under an id; undefined: as it was written, today's type reads it. */
  readonly readers: Map<number, ReturnType<AvroType['createResolver']> | undefined>
}

export const headBytes = 5
const slabBytes = 64 * 1024

/** The id of the schema that bytes were written with; null when they are not framed. */
export function readSchemaId(bytes: Buffer): number | null {
  return bytes.length > headBytes && bytes[0] === 0 ? bytes.readUInt32BE(1) : null
}

export function createFramedCodec(options: {
  readonly own: ReadonlyMap<string, OwnSchema>
  /** Of another id than today's. Throws CodecError when there is none, or it is another topic's. */
  readonly writtenAs: (topic: Topic, id: number) => AvroType
}): Codec {
  const states = new Map<string, TopicState>()
  const owners = new Map<number, string>()
  for (const [topic, { id, type }] of options.own) {
    states.set(topic, { id, type, readers: new Map([[id, undefined]]) })
    owners.set(id, topic)
  }
  /** Values are encoded one behind the other; those who hold one keep its slab from being freed. */
  let slab = Buffer.allocUnsafeSlow(slabBytes)
  let used = 0

  function stateOf(topic: Topic): TopicState {
    const state = states.get(topic)
    if (!state) throw new TypeError(`there is no schema for ${topic}`)
    return state
  }

  /** For bytes of an older schema, or of a process newer than this one. */
  function addReader(topic: Topic, { type, readers }: TopicState, id: number): void {
    const owner = owners.get(id)
    if (owner !== undefined) throw new CodecError(`schema ${id} is of ${owner}, not of ${topic}`)
    const written = options.writtenAs(topic, id)
    try {
      readers.set(id, type.equals(written) ? undefined : type.createResolver(written))
    } catch (cause) {
      throw new CodecError(`schema ${id} cannot be read as today's ${topic}`, { cause })
    }
  }

  return {
    encode(topic, value) {
      const { id, type } = stateOf(topic)
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
      const id = readSchemaId(bytes)
      if (id === null) throw new CodecError('not in the framing of a schema registry')
      const state = stateOf(topic)
      if (!state.readers.has(id)) addReader(topic, state, id)
      return decodeWith(topic, state, id, bytes) as TopicValues[T]
    },
  }
}

function decodeWith(
  topic: Topic,
  { type, readers }: TopicState,
  id: number,
  bytes: Buffer,
): unknown {
  let decoded: { value: unknown; offset: number }
  try {
    decoded = type.decode(bytes, headBytes, readers.get(id))
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new CodecError(`not a value of ${topic}: ${reason}`, { cause })
  }
  if (decoded.offset < 0) throw new CodecError(`a value of ${topic} that is cut off`)
  const behind = bytes.length - decoded.offset
  if (behind > 0) throw new CodecError(`a value of ${topic} with ${behind} bytes behind it`)
  return decoded.value
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
