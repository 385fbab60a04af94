// Encodes values to bytes and decodes them: Avro in Confluent framing (a zero byte, the schema id in four
// bytes, big endian, then the Avro binary), which every Kafka client with a schema registry can read.
import type { TopicValues } from '../../../schemas/generated/events.ts'

export interface Codec extends Decoder {
  /** Throws a TypeError that names the field if the value does not match the topic's schema. */
  encode<T extends keyof TopicValues>(topic: T, value: TopicValues[T]): Buffer
}

/** Decodes, and registers no schemas. */
export interface Decoder extends SchemaLoader {
  /**
   * Decodes a value that was written with the current or any earlier schema of the topic. Throws
   * CodecError for other bytes.
   */
  decode<T extends keyof TopicValues>(topic: T, bytes: Buffer): TopicValues[T]
}

export interface SchemaLoader {
  /**
   * Loads the schemas of these records. Must be awaited before the records are decoded: another process may have
   * written them with a schema that this process has not loaded. Returns null if all schemas are loaded. Rejects,
   * after some retries, if the registry is unavailable; the same call may succeed later. If a schema does not
   * exist, it resolves, and `decode` throws CodecError. The log of schema-loading-log.ts calls it for the records
   * that it delivers.
   */
  loadSchemas(
    records: readonly { readonly value: Buffer }[],
    signal?: AbortSignal,
  ): Promise<void> | null
}

/** The bytes are not a valid value of the topic. */
export class CodecError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'CodecError'
  }
}

/** Returns null for bytes that are not a valid value of the topic. */
export function decodeOrNull<T extends keyof TopicValues>(
  decoder: Decoder,
  topic: T,
  bytes: Buffer,
): TopicValues[T] | null {
  try {
    return decoder.decode(topic, bytes)
  } catch (error) {
    if (error instanceof CodecError) return null
    throw error
  }
}
