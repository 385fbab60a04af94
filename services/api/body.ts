// Reads and validates request bodies. The error lists every validation error. Messages never quote
// the body, because it contains passwords.
import type { IncomingMessage } from 'node:http'
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import type { Context } from 'koa'
import getRawBody from 'raw-body'
import { onFirstUse } from '../lib/run/on-first-use.ts'
import { maxJsonDepth, parseBounded, type BoundedJson } from '../lib/run/bounded-json.ts'
import { badBody, RequestError, type ErrorDetail } from './errors.ts'
import { bodySchemas, type BodyName, type JsonSchema } from './schemas.ts'
import { toValidationMessage } from './validation-message.ts'

/** Validates a parsed body; throws a RequestError (422) with every validation error. */
export type BodyParser<B> = (body: unknown) => B

/** Maximum length of a body in bytes, unless its route allows a larger body. */
export const defaultMaxBytes = 16 * 1024
const maxDiscardedBytes = 32 * 1024 * 1024

const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true })
ajv.addKeyword('x-normal-form')
// deliberately permissive: a stricter pattern could reject working addresses
ajv.addFormat('email', /^[^\s@\p{C}]+@[^\s@.\p{C}]+(\.[^\s@.\p{C}]+)+$/u)
// a lone surrogate (half of a character) would be stored as U+FFFD, so different passwords would become
// equal
ajv.addFormat('unicode', /^\P{Cs}*$/u)

/**
 * The items of a list are not validated here: createItemParser validates each of them, so that an invalid item
 * does not fail the whole request.
 */
export function createBodyParser<B extends object>(name: BodyName): BodyParser<B> {
  const schema: JsonSchema = bodySchemas[name]
  const fields = Object.entries(schema.properties ?? {})
  const properties = fields.map(([field, { items: _items, ...rule }]) => [field, rule] as const)
  const validator = onFirstUse(() =>
    compileRules<B>({ ...schema, properties: Object.fromEntries(properties) }),
  )
  return (given) => {
    const validate = validator()
    const body = normalizeTexts(fields, given)
    if (validate(body)) return body
    throw new RequestError(422, toErrorDetails(validate.errors, ['body']))
  }
}

/**
 * Validates an item of a list in a body. `location`: the path of the item in the request, with which the `loc` of each
 * error begins.
 */
export type ItemParser<Item> = (item: unknown, location: readonly string[]) => Item

export function createItemParser<Item extends object>(schema: JsonSchema): ItemParser<Item> {
  const validator = onFirstUse(() => compileRules<Item>(schema))
  return (item, location) => {
    const validate = validator()
    if (validate(item)) return item
    throw new RequestError(422, toErrorDetails(validate.errors, location))
  }
}

function compileRules<Body>({
  $schema: _schema,
  $id: _id,
  examples: _examples,
  ...rules
}: JsonSchema) {
  return ajv.compile<Body>(rules)
}

function toErrorDetails(
  errors: readonly ErrorObject[] | null | undefined,
  location: readonly string[],
): readonly ErrorDetail[] {
  return (errors ?? []).map((error) => ({
    loc: [...location, ...fieldPathOf(error.instancePath, error.params)],
    ...toValidationMessage(error),
  }))
}

/**
 * Applies the Unicode normalization of each field before validation, so that a text has the same length whatever system
 * sent it.
 */
function normalizeTexts(
  fields: readonly (readonly [string, JsonSchema])[],
  body: unknown,
): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const normal: Record<string, unknown> = { ...body }
  for (const [field, rule] of fields) {
    const text = normal[field]
    const form = rule['x-normal-form']
    if (form !== undefined && typeof text === 'string') normal[field] = text.normalize(form)
  }
  return normal
}

function fieldPathOf(instancePath: string, params: object): readonly string[] {
  const field = instancePath.slice(1) || (params as { missingProperty?: string }).missingProperty
  return field === undefined ? [] : [field]
}

/**
 * Reads and parses a JSON body. Throws a RequestError: 415 for another content type, 413 if the
 * body is too large, 422 for invalid JSON or JSON that is nested too deep.
 */
export async function readJson(ctx: Context, maxBytes = defaultMaxBytes): Promise<unknown> {
  if (!ctx.is('application/json')) throw notJson()
  if (ctx.get('Content-Encoding') !== '')
    throw badBody(415, 'unsupported_content_encoding', 'Send the body without Content-Encoding')
  const bytes = await readBytes(ctx, maxBytes)
  let body: BoundedJson
  try {
    body = parseBounded(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw badBody(422, 'json_invalid', 'The body is not valid JSON in UTF-8')
  }
  if (body.isTooDeep)
    throw badBody(422, 'json_invalid', `The body is nested more than ${maxJsonDepth} levels deep`)
  return body.value
}

export function notJson(): RequestError {
  return badBody(415, 'unsupported_media_type', 'Send JSON, with Content-Type: application/json')
}

export function bodyTooLarge(maxBytes: number): RequestError {
  return badBody(413, 'body_too_large', `The body must not be larger than ${maxBytes} bytes`)
}

async function readBytes(ctx: Context, maxBytes: number): Promise<Buffer> {
  const length = ctx.get('Content-Length') || null
  try {
    return await getRawBody(ctx.req, { length, limit: maxBytes })
  } catch (error) {
    const isTooLarge = (error as { type?: unknown }).type === 'entity.too.large'
    // If a part of the body stays unread, Node would parse that part as the next request, so the
    // connection must be closed.
    if (!isTooLarge || !(await discardRestOfBody(ctx.req, Number(length))))
      ctx.set('Connection', 'close')
    if (isTooLarge) throw bodyTooLarge(maxBytes)
    throw badBody(
      422,
      'body_incomplete',
      'The body is shorter than its Content-Length, or the connection was closed',
    )
  }
}

/**
 * Reads and discards the rest of a body that is too large. Many clients read the response only
 * after sending the whole body; if the API closed the connection earlier, they would report a
 * broken connection instead of the error. Resolves with false if the rest exceeds
 * maxDiscardedBytes.
 */
function discardRestOfBody(req: IncomingMessage, length: number): Promise<boolean> {
  let left = maxDiscardedBytes
  if (length > left) return Promise.resolve(false)
  return new Promise((resolve) => {
    req.on('data', (chunk: Buffer) => {
      left -= chunk.length
      if (left < 0) resolve(false)
    })
    req.once('end', () => resolve(true))
    req.once('close', () => resolve(false))
    req.resume()
  })
}
