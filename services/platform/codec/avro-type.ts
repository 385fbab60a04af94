// How Avro schemas become types here: the same for what we write and for what others wrote.
import avsc from 'avsc'
import { boundArrays } from './bounded-arrays.ts'

export type AvroType = InstanceType<typeof avsc.Type>

/** Throws when it is no Avro schema, or one that cannot be read safely. */
export function toAvroType(schema: unknown): AvroType {
  return avsc.Type.forSchema(schema as Parameters<typeof avsc.Type.forSchema>[0], {
    typeHook: boundArrays,
    omitRecordMethods: true,
  })
}
