// Parses the types of columns as ClickHouse writes them, such as `Array(Tuple(price Decimal(38, 18)))`.
// Used by native-format.ts.
import { StoreError } from './port.ts'

export interface ColumnType {
  /** Without arguments: `Decimal` for `Decimal(38, 18)`. */
  readonly name: string
  /** Top-level arguments as text: `38` and `18`, or `price Decimal(38, 18)`. */
  readonly args: readonly string[]
}

export function parseColumnType(text: string): ColumnType {
  const parts = /^(\w+)(?:\((.*)\))?$/s.exec(text.trim())
  if (parts === null) throw unsupportedTypeError(text)
  const [, name = '', list] = parts
  return { name, args: list === undefined ? [] : splitArguments(list) }
}

/** Returns the error for a column type that inserts do not support, with ClickHouse's code NOT_IMPLEMENTED. */
export function unsupportedTypeError(text: string): StoreError {
  return new StoreError(`inserts do not support the column type ${text}`, '48')
}

/** Splits at commas that are neither in parentheses nor in quotes. */
function splitArguments(list: string): string[] {
  const args: string[] = []
  let depth = 0
  let start = 0
  for (let i = 0; i < list.length; i += 1) {
    const char = list[i] ?? ''
    if (char === "'" || char === '`') i = endOfQuoted(list, i)
    else if (char === '(') depth += 1
    else if (char === ')') depth -= 1
    else if (char === ',' && depth === 0) {
      args.push(list.slice(start, i).trim())
      start = i + 1
    }
  }
  return [...args, list.slice(start).trim()]
}

/** Returns the index of the closing quote of the text that begins at `at`. */
function endOfQuoted(list: string, at: number): number {
  let i = at + 1
  while (i < list.length && list[i] !== list[at]) i += list[i] === '\\' ? 2 : 1
  return i
}

/**
 * Parses a named element of a tuple: `price Decimal(38, 18)`. Returns null for an element without a
 * name.
 */
export function parseElement(
  text: string,
): { readonly name: string; readonly type: string } | null {
  const parts = /^(\w+)\s+(.+)$/s.exec(text)
  return parts === null ? null : { name: parts[1] ?? '', type: parts[2] ?? '' }
}

/** Returns the values of an enumeration by name, from arguments such as `'buy' = 1`. */
export function parseEnum(args: readonly string[]): ReadonlyMap<string, number> {
  return new Map(
    args.map((arg) => {
      const parts = /^'((?:[^'\\]|\\.)*)'\s*=\s*(-?\d+)$/s.exec(arg)
      if (parts === null) throw unsupportedTypeError(`Enum(${arg})`)
      return [(parts[1] ?? '').replace(/\\(.)/gs, '$1'), Number(parts[2])]
    }),
  )
}
