// Creates avsc types from Avro schemas, with the same options for our own schemas and those of others.
import avsc from 'avsc'
import { boundArrays } from './bounded-arrays.ts'

export type AvroType = InstanceType<typeof avsc.Type>

/**
 * Returns the avsc type of a schema. Throws if the schema is not a valid Avro schema or contains a map
 * (bounded-arrays.ts).
 */
export function toAvroType(schema: unknown): AvroType {
  return avsc.Type.forSchema(schema as Parameters<typeof avsc.Type.forSchema>[0], {
    typeHook: boundArrays,
    omitRecordMethods: true,
  })
}
