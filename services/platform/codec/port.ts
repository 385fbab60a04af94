// Records to bytes and back: Avro in Confluent framing (a zero byte, the schema id in four bytes,
// big endian, then the Avro binary), which every Kafka client with a schema registry reads.
import type { TopicValues } from '../../../schemas/generated/events.ts'

export interface Codec {
  /** Throws a TypeError that names the field when the value does not fit the topic's schema. */
  encode<T extends keyof TopicValues>(topic: T, value: TopicValues[T]): Buffer
  /**
   * Reads a value written with this or any earlier schema of the topic. Throws CodecError when the
   * bytes are not such a value.
   */
  decode<T extends keyof TopicValues>(topic: T, bytes: Buffer): TopicValues[T]
}

/** A codec whose schemas are kept elsewhere; learning-log.ts lets every reader of a log learn. */
export interface LearningCodec extends Codec {
  /**
   * To be awaited before records that came off a log are decoded: a newer process may have written
   * them with a schema that this one has yet to fetch. null: all of them are known. Rejects when the
   * schemas cannot be had for now, after some time of trying; the same call may work later. That there
   * is no such schema is no rejection: it is for `decode` to say.
   */
  learn(records: readonly { readonly value: Buffer }[], signal?: AbortSignal): Promise<void> | null
}

/** The bytes are not a value of the topic. */
export class CodecError extends Error {
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'CodecError'
  }
}
