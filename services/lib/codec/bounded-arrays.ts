// Avro arrays with a check of their length. avsc trusts the item count in the bytes and reads past their end:
// a few corrupt bytes would keep the process busy until it runs out of memory. Here a count that exceeds
// the remaining bytes makes avsc report the value as truncated.
import avsc from 'avsc'

/** avsc's reader, which its type declarations omit. */
interface AvscReader {
  pos: number
  readonly buf: Buffer
  readLong(): number
  skipLong(): void
}

type ForSchema = typeof avsc.Type.forSchema
type TypeHook = NonNullable<NonNullable<Parameters<ForSchema>[1]>['typeHook']>

class BoundedArrayType extends avsc.types.ArrayType {
  /**
   * Overrides avsc's method that reads an array. avsc also copies the method to resolvers, which have
   * their own `itemsType`.
   */
  _read(this: { readonly itemsType: unknown }, reader: AvscReader): unknown[] {
    const itemsType = this.itemsType as { _read(reader: AvscReader): unknown }
    const items: unknown[] = []
    for (let count = reader.readLong(); count !== 0; count = reader.readLong()) {
      if (count < 0) {
        count = -count
        reader.skipLong() // the size of the block in bytes
      }
      // every item has at least one byte, except items of type null, which we never use in arrays
      if (count > reader.buf.length - reader.pos) {
        reader.pos = reader.buf.length + 1
        return items
      }
      for (let i = 0; i < count; i += 1) items.push(itemsType._read(reader))
    }
    return items
  }
}

/**
 * The `typeHook` option for avsc: array schemas become a BoundedArrayType, and maps are rejected.
 */
export const boundArrays: TypeHook = (schema, options) => {
  if (typeof schema !== 'object' || !('type' in schema)) return undefined
  if (schema.type === 'map')
    throw new TypeError(
      'Avro maps are not supported, because their length is not checked: use an array of records',
    )
  return schema.type === 'array' ? new BoundedArrayType(schema, options) : undefined
}
