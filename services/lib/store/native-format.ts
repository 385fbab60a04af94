// Encodes rows in ClickHouse's format Native: blocks of rows, in which the values of a column are together,
// after the name and the type of the column. Decimals are scaled integers, so they stay exact. ClickHouse
// converts a column whose type has changed since the types were read. Used by clickhouse.ts.
import { setImmediate as yieldToEvents } from 'node:timers/promises'
import { createByteWriter } from './byte-writer.ts'
import { toColumnCodec, type ColumnCodec } from './column-codecs.ts'
import { StoreError } from './port.ts'

/** Encoding this many rows blocks the event loop for a few milliseconds. */
const rowsPerBlock = 4_000

export type EncodeRows = (rows: readonly (readonly unknown[])[]) => Promise<Buffer[]>

/**
 * Returns a function that encodes rows of these columns. It rejects with a StoreError if a value does not
 * belong to the type of its column. Throws a StoreError if a column or its type is unknown.
 */
export function createRowEncoder(
  columns: readonly string[],
  types: ReadonlyMap<string, string>,
): EncodeRows {
  const codecs = columns.map((name) => {
    const type = types.get(name)
    if (type === undefined) throw new StoreError(`there is no column ${name} in the table`, '16')
    return { name, codec: toColumnCodec(type) }
  })
  return async (rows) => {
    const writer = createByteWriter()
    const blocks: Buffer[] = []
    for (let start = 0; start < rows.length; start += rowsPerBlock) {
      if (start > 0) await yieldToEvents()
      const block = rows.slice(start, start + rowsPerBlock)
      if (block.some(({ length }) => length !== columns.length))
        throw new StoreError(`a row does not have ${columns.length} values`, '62')
      writer.length(columns.length)
      writer.length(block.length)
      codecs.forEach(({ name, codec }, index) => {
        writer.texts([name, codec.type])
        writeColumn(name, codec, block, index)
      })
      blocks.push(writer.take())
    }
    return blocks

    function writeColumn(
      name: string,
      codec: ColumnCodec,
      block: readonly (readonly unknown[])[],
      index: number,
    ): void {
      try {
        codec.write(
          writer,
          block.map((row) => row[index]),
        )
      } catch (cause) {
        if (!(cause instanceof TypeError)) throw cause
        throw new StoreError(`column ${name}: ${cause.message}`, '53', { cause })
      }
    }
  }
}
