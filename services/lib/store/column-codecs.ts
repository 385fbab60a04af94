// Writes the values of one column in the format Native, by the type of the column. Throws a TypeError for a value
// that does not belong to the type. Used by native-format.ts.
import { inspect } from 'node:util'
import type { ByteWriter } from './byte-writer.ts'
import { parseColumnType, parseElement, parseEnum, unsupportedTypeError } from './column-types.ts'
import { createDecimalScaler } from '../../domain/scaled-decimals.ts'

export interface ColumnCodec {
  /**
   * The column type as written in the data: without LowCardinality, which ClickHouse adds itself.
   */
  readonly type: string
  /** The value that is written for a null in a Nullable column. */
  readonly placeholder: unknown
  readonly write: (writer: ByteWriter, values: readonly unknown[]) => void
}

export function toColumnCodec(text: string): ColumnCodec {
  const { name, args } = parseColumnType(text)
  const [first = '', second = ''] = args
  const bits = Number(/^U?Int(\d+)$/.exec(name)?.[1] ?? NaN)
  if (bits >= 8) return integerCodec(name, bits)
  switch (name) {
    case 'String':
      return { type: name, placeholder: '', write: writeTexts }
    case 'Bool':
      return valueCodec(name, false, (writer, value) => writer.int8(booleanToByte(value)))
    case 'Float64':
      return valueCodec(name, 0, (writer, value) => writer.float64(toFloat(value)))
    case 'DateTime':
      return { ...integerCodec('UInt32', 32), type: text }
    case 'DateTime64':
      return decimalCodec(text, 18, Number(first))
    case 'Decimal':
      return decimalCodec(text, Number(first), Number(second))
    case 'Enum8':
      return enumCodec(text, parseEnum(args))
    case 'LowCardinality':
      return toColumnCodec(first)
    case 'Nullable':
      return nullableCodec(toColumnCodec(first))
    case 'Array':
      return arrayCodec(toColumnCodec(first))
    case 'Tuple':
      return tupleCodec(args)
    default:
      throw unsupportedTypeError(text)
  }
}

function typeMismatchError(value: unknown, type: string): TypeError {
  return new TypeError(
    `${inspect(value, { depth: 0, maxStringLength: 100 })} is not a value of ${type}`,
  )
}

function valueCodec(
  type: string,
  placeholder: unknown,
  writeValue: (writer: ByteWriter, value: unknown) => void,
): ColumnCodec {
  return {
    type,
    placeholder,
    write(writer, values) {
      for (const value of values) writeValue(writer, value)
    },
  }
}

function writeTexts(writer: ByteWriter, values: readonly unknown[]): void {
  for (const value of values)
    if (typeof value !== 'string') throw typeMismatchError(value, 'String')
  writer.texts(values as readonly string[])
}

function booleanToByte(value: unknown): number {
  if (typeof value !== 'boolean') throw typeMismatchError(value, 'Bool')
  return value ? 1 : 0
}

function toFloat(value: unknown): number {
  if (typeof value !== 'number') throw typeMismatchError(value, 'Float64')
  return value
}

/** Accepts numbers, bigints and strings of decimal digits. */
function integerCodec(type: string, bits: number): ColumnCodec {
  const isSigned = type.startsWith('I')
  const largest = 2n ** BigInt(isSigned ? bits - 1 : bits) - 1n
  const smallest = isSigned ? -largest - 1n : 0n
  const [min, max] = [
    Math.max(Number(smallest), Number.MIN_SAFE_INTEGER),
    Math.min(Number(largest), Number.MAX_SAFE_INTEGER),
  ]
  function writeBigint(writer: ByteWriter, value: unknown): void {
    const isText = typeof value === 'string' && /^-?\d{1,78}$/.test(value)
    if (typeof value !== 'bigint' && typeof value !== 'number' && !isText)
      throw typeMismatchError(value, type)
    if (typeof value === 'number' && !Number.isSafeInteger(value))
      throw typeMismatchError(value, type)
    const integer = BigInt(value)
    if (integer < smallest || integer > largest) throw typeMismatchError(value, type)
    if (bits > 64) writer.bigint(integer, bits / 64)
    else if (bits === 64) writer.bigint(integer, 1)
    else writeNumber(writer, Number(integer))
  }
  function writeNumber(writer: ByteWriter, value: number): void {
    if (bits === 64) writer.int64(value)
    else if (bits === 32) writer.int32(value)
    else if (bits === 16) writer.int16(value)
    else writer.int8(value)
  }
  return valueCodec(type, 0, (writer, value) => {
    const isPlain = bits <= 64 && typeof value === 'number' && Number.isInteger(value)
    if (isPlain && value >= min && value <= max) writeNumber(writer, value)
    else writeBigint(writer, value)
  })
}

/**
 * Accepts decimals as text or numbers, and bigints that count the smallest unit of the column. Digits after the
 * point that exceed the scale of the type are cut off. For DateTime64, a number counts the smallest unit of the
 * column (Unix milliseconds for DateTime64(3)), and a text has Unix seconds.
 */
function decimalCodec(type: string, precision: number, scale: number): ColumnCodec {
  const words = precision > 38 ? 4 : precision > 18 ? 2 : 1
  const isTime = type.startsWith('DateTime64')
  const toScaled = createDecimalScaler(precision, scale)
  return valueCodec(type, 0, (writer, value) => {
    const scaled =
      isTime && typeof value === 'number' ? requireWholeNumber(value, type) : toScaled(value)
    if (scaled === null) throw typeMismatchError(value, type)
    if (words === 1 && typeof scaled === 'number') {
      if (precision <= 9) writer.int32(scaled)
      else writer.int64(scaled)
    } else writer.bigint(BigInt(scaled), words)
  })
}

function requireWholeNumber(value: number, type: string): number {
  if (!Number.isSafeInteger(value)) throw typeMismatchError(value, type)
  return value
}

function enumCodec(type: string, values: ReadonlyMap<string, number>): ColumnCodec {
  const [placeholder] = values.keys()
  return valueCodec(type, placeholder, (writer, value) => {
    const number = typeof value === 'string' ? values.get(value) : undefined
    if (number === undefined) throw typeMismatchError(value, type)
    writer.int8(number)
  })
}

function nullableCodec({ type, placeholder, write }: ColumnCodec): ColumnCodec {
  return {
    type: `Nullable(${type})`,
    placeholder: null,
    write(writer, values) {
      for (const value of values) writer.int8(value === null ? 1 : 0)
      write(
        writer,
        values.map((value) => (value === null ? placeholder : value)),
      )
    },
  }
}

function arrayCodec({ type, write }: ColumnCodec): ColumnCodec {
  return {
    type: `Array(${type})`,
    placeholder: [],
    write(writer, values) {
      const items: unknown[] = []
      for (const list of values) {
        if (!Array.isArray(list)) throw typeMismatchError(list, `Array(${type})`)
        for (const item of list) items.push(item)
        writer.int64(items.length)
      }
      write(writer, items)
    },
  }
}

/** Accepts objects for tuples whose elements have names, and arrays for other tuples. */
function tupleCodec(args: readonly string[]): ColumnCodec {
  const elements = args.map((arg, index) => {
    const named = parseElement(arg)
    const codec = toColumnCodec(named?.type ?? arg)
    return { key: named?.name ?? String(index), name: named?.name ?? null, codec }
  })
  const type = `Tuple(${elements
    .map(({ name, codec }) => (name === null ? codec.type : `${name} ${codec.type}`))
    .join(', ')})`
  return {
    type,
    placeholder: null,
    write(writer, values) {
      for (const value of values)
        if (
          typeof value !== 'object' ||
          value === null ||
          Object.keys(value).length !== elements.length
        )
          throw typeMismatchError(value, type)
      for (const { key, codec } of elements)
        codec.write(
          writer,
          values.map((value) => (value as Readonly<Record<string, unknown>>)[key]),
        )
    },
  }
}
