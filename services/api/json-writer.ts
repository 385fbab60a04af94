// Answers to JSON, by their schema in schemas/api. Written by hand and not with JSON.stringify
// because a decimal must come out digit by digit as it is, as a plain number: a double cannot hold
// them all. What the schema does not name is not sent; what it requires must be there.
import type { Decimal } from '../domain/money.ts'
import { answerSchemas, resolveSchema, type AnswerName, type JsonSchema } from './schemas.ts'

/** T with exact decimals where it has numbers. */
export type Exact<T> = T extends number
  ? number | Decimal
  : T extends readonly (infer Item)[]
    ? readonly Exact<Item>[]
    : T extends object
      ? { readonly [K in keyof T]: Exact<T[K]> }
      : T

export type JsonWriter<T> = (value: Exact<T>) => string

type Write = (value: unknown) => string

export function createJsonWriter<T>(name: AnswerName): JsonWriter<T> {
  return compile(answerSchemas[name], name)
}

function compile(given: JsonSchema, path: string): Write {
  const schema = resolveSchema(given)
  const types = [schema.type ?? []].flat()
  const write = writerOf(schema, types.find((t) => t !== 'null') ?? '', path)
  if (!types.includes('null')) return write
  return (value) => (value === null ? 'null' : write(value))
}

function writerOf(schema: JsonSchema, type: string, path: string): Write {
  const refuse = (value: unknown): never => {
    throw new TypeError(`${path} should be ${type}, not ${typeof value} ${String(value)}`)
  }
  switch (type) {
    case 'string':
      return (value) => (typeof value === 'string' ? JSON.stringify(value) : refuse(value))
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? String(value) : refuse(value))
    case 'integer':
      return (value) => (Number.isSafeInteger(value) ? String(value) : refuse(value))
    case 'number':
      return (value) => (isDecimal(value) ? String(value) : refuse(value))
    case 'array':
      return arrayWriter(schema, path, refuse)
    case 'object':
      return objectWriter(schema, path)
    default:
      throw new Error(`${path} in schemas/api has no type that can be written`)
  }
}

function isDecimal(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  return typeof value === 'string' && /^-?(0|[1-9]\d*)(\.\d+)?$/.test(value)
}

function arrayWriter(schema: JsonSchema, path: string, refuse: (v: unknown) => never): Write {
  const write = compile(schema.items ?? {}, `${path}[]`)
  return (value) => (Array.isArray(value) ? `[${value.map(write).join(',')}]` : refuse(value))
}

function objectWriter(schema: JsonSchema, path: string): Write {
  const fields = Object.entries(schema.properties ?? {}).map(
    ([name, s]) => [name, `${JSON.stringify(name)}:`, compile(s, `${path}.${name}`)] as const,
  )
  return (value) => {
    const object = value as Readonly<Record<string, unknown>>
    return `{${fields.map(([name, label, write]) => label + write(object[name])).join(',')}}`
  }
}
