// Avro arrays that do not believe their own length. avsc reads as many items as the bytes claim
// there are, beyond the end too: a few wrong bytes would keep the process busy until its memory is
// gone. Here a block longer than the bytes that are left ends the decoding as truncated.
import avsc from 'avsc'

/** What avsc's reader is, of which its types say nothing. */
interface Tap {
  pos: number
  readonly buf: Buffer
  readLong(): number
  skipLong(): void
}

type ForSchema = typeof avsc.Type.forSchema
type TypeHook = NonNullable<NonNullable<Parameters<ForSchema>[1]>['typeHook']>

class BoundedArrayType extends avsc.types.ArrayType {
  /** avsc's own name for it; also put on resolvers, which have an itemsType of their own. */
  _read(this: { readonly itemsType: unknown }, tap: Tap): unknown[] {
    const itemsType = this.itemsType as { _read(tap: Tap): unknown }
    const items: unknown[] = []
    for (let count = tap.readLong(); count !== 0; count = tap.readLong()) {
      if (count < 0) {
        count = -count
        tap.skipLong() // the size of the block in bytes
      }
      // an item takes a byte at least; one of type null does not, and nobody needs an array of them
      if (count > tap.buf.length - tap.pos) {
        tap.pos = tap.buf.length + 1
        return items
      }
      for (let i = 0; i < count; i += 1) items.push(itemsType._read(tap))
    }
    return items
  }
}

/** To be given to avsc as `typeHook`. */
export const boundArrays: TypeHook = (schema, options) => {
  if (typeof schema !== 'object' || !('type' in schema)) return undefined
  if (schema.type === 'map')
    throw new TypeError('a map is not read safely: use an array of records')
  return schema.type === 'array' ? new BoundedArrayType(schema, options) : undefined
}
