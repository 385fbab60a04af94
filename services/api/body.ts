// Request bodies: from bytes to a checked value, or to every fault at once. Nothing of a body is
// ever quoted in a message: there are passwords in it.
import type { IncomingMessage } from 'node:http'
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { Context } from 'koa'
import getRawBody from 'raw-body'
import { badBody, RequestError } from './errors.ts'
import { bodySchemas, type BodyName, type JsonSchema } from './schemas.ts'
import { toWords } from './words.ts'

/** Takes what JSON.parse gave; throws a RequestError (422) that names every fault. */
export type BodyParser<B> = (body: unknown) => B

const mostBytes = 16 * 1024
const mostBytesThrownAway = 32 * 1024 * 1024

const ajv = new Ajv2020({ allErrors: true, strict: true })
ajv.addKeyword('x-normal-form')
// as loose as can be: whether mail arrives there is another question
ajv.addFormat('email', /^[^\s@\p{C}]+@[^\s@.\p{C}]+(\.[^\s@.\p{C}]+)+$/u)
// half of a surrogate pair would be stored as U+FFFD: one password would open for another
ajv.addFormat('unicode', /^\P{Cs}*$/u)

export function createBodyParser<B extends object>(name: BodyName): BodyParser<B> {
  const { $schema: _schema, $id: _id, examples: _examples, ...rules } = bodySchemas[name]
  const validate = ajv.compile<B>(rules)
  const fields: readonly (readonly [string, JsonSchema])[] = Object.entries(rules.properties)
  return (given) => {
    const body = normalize(fields, given)
    if (validate(body)) return body
    const faults = (validate.errors ?? []).map((error) => ({
      loc: ['body', ...fieldOf(error.instancePath, error.params)],
      ...toWords(error),
    }))
    throw new RequestError(422, faults)
  }
}

/** Before lengths are counted, so that a text is good or bad in whichever form a keyboard sends it. */
function normalize(fields: readonly (readonly [string, JsonSchema])[], body: unknown): unknown {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return body
  const normal: Record<string, unknown> = { ...body }
  for (const [field, rule] of fields) {
    const text = normal[field]
    const form = rule['x-normal-form']
    if (form !== undefined && typeof text === 'string') normal[field] = text.normalize(form)
  }
  return normal
}

function fieldOf(instancePath: string, params: object): readonly string[] {
  const field = instancePath.slice(1) || (params as { missingProperty?: string }).missingProperty
  return field === undefined ? [] : [field]
}

/** Throws a RequestError: 415 for anything but JSON, 413 for too much, 422 for broken JSON. */
export async function readJson(ctx: Context): Promise<unknown> {
  if (!ctx.is('application/json'))
    throw badBody(415, 'unsupported_media_type', 'Send JSON, with Content-Type: application/json')
  if (ctx.get('Content-Encoding') !== '')
    throw badBody(415, 'unsupported_content_encoding', 'Send the body without Content-Encoding')
  const bytes = await readBytes(ctx)
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    throw badBody(422, 'json_invalid', 'The body is not JSON in UTF-8')
  }
}

async function readBytes(ctx: Context): Promise<Buffer> {
  const length = ctx.get('Content-Length') || null
  try {
    return await getRawBody(ctx.req, { length, limit: mostBytes })
  } catch (error) {
    const isTooLarge = (error as { type?: unknown }).type === 'entity.too.large'
    // what is left unread would be taken for the next request
    if (!isTooLarge || !(await isReadToItsEnd(ctx.req, Number(length))))
      ctx.set('Connection', 'close')
    if (isTooLarge)
      throw badBody(413, 'body_too_large', `The body may have ${mostBytes} bytes at most`)
    throw badBody(422, 'body_incomplete', 'The body ended before its end')
  }
}

/**
 * Throws away what is left of a body: many clients look for an answer only once they have sent all,
 * and would see a broken connection instead. Not for ever: false is for a body that is larger still.
 */
function isReadToItsEnd(req: IncomingMessage, length: number): Promise<boolean> {
  let left = mostBytesThrownAway
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
