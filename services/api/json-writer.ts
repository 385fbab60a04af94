// Writes responses as JSON according to their schema in schemas/api. JSON.stringify cannot be used, because decimals
// must be written exactly, as plain numbers, and doubles cannot hold them. Fields that are not in the schema are
// omitted; a missing required field is an error.
import { hash } from 'node:crypto'
import type { Decimal } from '../domain/money.ts'
import {
  propertiesOf,
  requiredPropertiesOf,
  responseSchemas,
  resolveSchema,
  type ResponseName,
  type JsonSchema,
} from './schemas.ts'

/** An object of a response that has already been converted to JSON. The JSON is kept as bytes. */
export class RenderedJson<T> {
  readonly bytes: Buffer
  /** Makes the type of the object known to the compiler. Does not exist at run time. */
  declare readonly of: T
  private knownDigest: string | null = null

  constructor(json: string) {
    this.bytes = Buffer.from(json)
  }

  /** Identifies the bytes. */
  get digest(): string {
    this.knownDigest ??= hash('sha1', this.bytes, 'base64url').slice(0, digestLength)
    return this.knownDigest
  }
}

/** 72 bits */
const digestLength = 12

/** The type T, except that a number may be an exact decimal, and an object may be a RenderedJson. */
export type WithExactDecimals<T> = T extends number
  ? number | Decimal
  : T extends readonly (infer Item)[]
    ? readonly WithExactDecimals<Item>[]
    : T extends object
      ? { readonly [K in keyof T]: WithExactDecimals<T[K]> } | RenderedJson<T>
      : T

export type JsonWriter<T> = (value: WithExactDecimals<T>) => string

/** Converts a response to JSON, as bytes, together with a tag that identifies them. */
export type BodyWriter<T> = (value: WithExactDecimals<T>) => {
  readonly body: Buffer
  readonly tag: string
}

type ValueWriter = (value: unknown) => string

export function createJsonWriter<T>(name: ResponseName): JsonWriter<T> {
  const write = createTemplateWriter<T>(name)
  return (value) => {
    const { text, rendered } = write(value)
    if (rendered.length === 0) return text
    const texts = text.split(mark)
    return texts.map((one, i) => one + (rendered[i]?.bytes.toString() ?? '')).join('')
  }
}

/**
 * Creates a writer for responses that contain RenderedJson objects. It copies the bytes of these objects, and computes
 * the tag from their digests.
 */
export function createBodyWriter<T>(name: ResponseName): BodyWriter<T> {
  const write = createTemplateWriter<T>(name)
  return (value) => {
    const { text, rendered } = write(value)
    const digests = rendered.map(({ digest }) => digest)
    return {
      body: insertRenderedJson(text, rendered),
      tag: hash('sha1', text + digests.join(''), 'base64url'),
    }
  }
}

function insertRenderedJson(text: string, objects: readonly RenderedJson<unknown>[]): Buffer {
  const ofMarks = objects.length * mark.length
  const ofObjects = objects.reduce((sum, { bytes }) => sum + bytes.length, 0)
  const body = Buffer.allocUnsafe(Buffer.byteLength(text) - ofMarks + ofObjects)
  let [start, size] = [0, 0]
  for (const { bytes } of objects) {
    const end = text.indexOf(mark, start)
    size += body.write(text.slice(start, end), size)
    body.set(bytes, size)
    size += bytes.length
    start = end + mark.length
  }
  body.write(text.slice(start), size)
  return body
}

/** Stands in place of a RenderedJson in the JSON. It occurs nowhere else there, because JSON escapes this character. */
const mark = '\0'
let renderedObjects: RenderedJson<unknown>[] = []

/**
 * Creates a function that returns two things: the JSON of a response with a mark in place of each
 * RenderedJson, and the list of these RenderedJson objects.
 */
function createTemplateWriter<T>(name: ResponseName) {
  const write = compileWriter(responseSchemas[name], name)
  return (value: WithExactDecimals<T>) => {
    const rendered: RenderedJson<unknown>[] = []
    renderedObjects = rendered
    return { text: write(value), rendered }
  }
}

function compileWriter(givenSchema: JsonSchema, path: string): ValueWriter {
  const schema = resolveSchema(givenSchema)
  if (schema.anyOf) return compileNullableWriter(schema.anyOf, path)
  const types = [schema.type ?? []].flat()
  const write = compileTypeWriter(schema, types.find((t) => t !== 'null') ?? '', path)
  if (!types.includes('null')) return write
  return (value) => (value === null ? 'null' : write(value))
}

/** Schemas in schemas/api use `anyOf` only to make a type nullable. */
function compileNullableWriter(alternatives: readonly JsonSchema[], path: string): ValueWriter {
  const [schema = {}, ...others] = alternatives
  if (others.length !== 1 || others[0]?.type !== 'null')
    throw new Error(`${path} in schemas/api is anyOf, and not of a type and null`)
  const write = compileWriter(schema, path)
  return (value) => (value === null ? 'null' : write(value))
}

function compileTypeWriter(schema: JsonSchema, type: string, path: string): ValueWriter {
  const rejectValue = (value: unknown): never => {
    throw new TypeError(`${path} should be ${type}, not ${typeof value} ${String(value)}`)
  }
  switch (type) {
    case 'string':
      return (value) => (typeof value === 'string' ? JSON.stringify(value) : rejectValue(value))
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? String(value) : rejectValue(value))
    case 'integer':
      return (value) => (Number.isSafeInteger(value) ? String(value) : rejectValue(value))
    case 'number':
      return (value) => (isDecimal(value) ? String(value) : rejectValue(value))
    case 'array':
      return compileArrayWriter(schema, path, rejectValue)
    case 'object':
      return compileObjectWriter(schema, path)
    default:
      throw new Error(`${path} in schemas/api has no type that can be written`)
  }
}

function isDecimal(value: unknown): boolean {
  if (typeof value === 'number') return Number.isFinite(value)
  return typeof value === 'string' && /^-?(0|[1-9]\d*)(\.\d+)?$/.test(value)
}

function compileArrayWriter(
  schema: JsonSchema,
  path: string,
  rejectValue: (v: unknown) => never,
): ValueWriter {
  const write = compileWriter(schema.items ?? {}, `${path}[]`)
  return (value) => (Array.isArray(value) ? `[${value.map(write).join(',')}]` : rejectValue(value))
}

function compileObjectWriter(schema: JsonSchema, path: string): ValueWriter {
  const required = new Set(requiredPropertiesOf(schema))
  // The first property of an object is always written, because the labels of all other properties begin with a comma.
  const fields = propertiesOf(schema).map(([name, rule], i) => ({
    name,
    isOptional: i > 0 && !required.has(name),
    label: `${i === 0 ? '' : ','}${JSON.stringify(name)}:`,
    write: compileWriter(rule, `${path}.${name}`),
  }))
  return (value) => {
    if (value instanceof RenderedJson) {
      renderedObjects.push(value)
      return mark
    }
    const object = value as Readonly<Record<string, unknown>>
    let text = '{'
    for (const { name, label, isOptional, write } of fields)
      if (!isOptional || object[name] !== undefined) text += label + write(object[name])
    return `${text}}`
  }
}
