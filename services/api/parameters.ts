// Parses and validates query parameters. The error lists every validation error with the messages
// of Pydantic. schemas/api/query-*.json define the parameters.
import { Ajv2020 } from 'ajv/dist/2020.js'
import type { MarketsQuery } from '../../schemas/generated/api.ts'
import { searchWords } from '../domain/text.ts'
import { onFirstUse } from '../lib/run/on-first-use.ts'
import { parseId } from '../platforms/identity.ts'
import { invalidParameters, type ErrorDetail } from './errors.ts'
import {
  parametersOf,
  querySchemas,
  requiredParametersOf,
  type JsonSchema,
  type QueryName,
} from './schemas.ts'
import { findMisspellingErrors } from './unknown-parameters.ts'
import { toValidationMessage, type ValidationMessage } from './validation-message.ts'

/**
 * Returns validation errors that a schema cannot express. `query` contains only the parameters that are valid according
 * to the schema.
 */
export type QueryCheck<Q> = (query: Partial<Q>) => readonly ErrorDetail[]

/** Parses a query string. Throws a RequestError (422) with every validation error. */
export type QueryParser<Q> = (search: URLSearchParams, check?: QueryCheck<Q>) => Q

const ajv = new Ajv2020({ allErrors: true, useDefaults: true, strict: true })
ajv.addKeyword('x-trim')
ajv.addKeyword('x-unix-seconds')

export function createQueryParser<Q extends object>(name: QueryName): QueryParser<Q> {
  const schema: JsonSchema = querySchemas[name]
  const parameters = parametersOf(schema)
  const required = requiredParametersOf(schema)
  const names = parameters.map(([parameter]) => parameter)
  const order = new Map(names.map((parameter, i) => [parameter, i]))
  // errors in the path come first, errors of unknown parameters last
  const position = ({ loc: [place, name = ''] }: ErrorDetail): number =>
    place === 'path' ? -1 : (order.get(name) ?? names.length)
  // The schema has no `required`, because the parser reports missing parameters itself: it also treats an empty text
  // as missing.
  const validator = onFirstUse(() =>
    ajv.compile<Q>({ type: 'object', properties: Object.fromEntries(parameters) }),
  )

  return (search, check) => {
    const validate = validator()
    const query: Record<string, unknown> = {}
    const details: ErrorDetail[] = []
    for (const [parameter, rule] of parameters) {
      const given = search.getAll(parameter)
      if (rule.type === 'array') {
        const values = given.flatMap(splitList)
        if (values.length > 0) query[parameter] = values
        else if (required.includes(parameter)) details.push(missingParameterError(parameter))
        continue
      }
      const text = rule['x-trim'] ? given[0]?.trim() : given[0]
      if (given.length > 1) details.push(repeatedParameterError(parameter, given.length))
      else if (text === undefined && required.includes(parameter))
        details.push(missingParameterError(parameter))
      else if (text !== undefined && (text !== '' || required.includes(parameter))) {
        const value = parseText(text, rule)
        if ('error' in value) details.push(parameterError(parameter, value.error))
        else query[parameter] = value.value
      }
    }
    if (!validate(query))
      for (const error of validate.errors ?? []) {
        // the path of an element of a list is /parameter/index; the error names only the parameter
        const [, parameter = ''] = error.instancePath.split('/')
        details.push(parameterError(parameter, toValidationMessage(error)))
        delete (query as Record<string, unknown>)[parameter]
      }
    details.push(...findMisspellingErrors(search.keys(), names))
    if (check) details.push(...check(query as Partial<Q>))
    if (details.length > 0)
      throw invalidParameters(details.toSorted((a, b) => position(a) - position(b)))
    return query as Q
  }
}

/** Splits a list of values that are separated by commas. Ignores empty values. */
export function splitList(text: string): readonly string[] {
  return text.split(',').flatMap((value) => value.trim() || [])
}

/** Returns an error if `start_ts` is after `end_ts`. */
export function findRangeErrors(query: {
  start_ts?: number
  end_ts?: number
}): readonly ErrorDetail[] {
  const { start_ts: start, end_ts: end } = query
  if (start === undefined || end === undefined || start <= end) return []
  return [valueError('start_ts', 'start_ts should be at or before end_ts')]
}

const maxSearchWords = 32
const maxTags = 20

/**
 * Returns the validation errors of market filters (times, tags, ids and search words) that the schema cannot
 * express.
 */
export function findFilterErrors(
  query: Partial<
    Pick<MarketsQuery, 'start_ts' | 'end_ts' | 'tag' | 'ids'> & { readonly q: string }
  >,
): readonly ErrorDetail[] {
  const tags = splitList(query.tag ?? '').length
  const tagError = {
    msg: `List should have at most ${maxTags} items, not ${tags}`,
    type: 'too_long',
  }
  return [
    ...findRangeErrors(query),
    ...(tags > maxTags ? [parameterError('tag', tagError)] : []),
    ...findIdErrors(query),
    ...findSearchErrors(query),
  ]
}

/**
 * Returns an error if one of `ids` cannot be the id of a market. The error states the position of the first such id
 * in the list, but not the id itself, which could be a secret.
 */
export function findIdErrors({
  ids = [],
}: {
  readonly ids?: readonly string[]
}): readonly ErrorDetail[] {
  const malformed = ids.findIndex((id) => parseId(id) === null)
  if (malformed === -1) return []
  const place = `value ${malformed + 1} of ${ids.length}`
  return [valueError('ids', `${place} is not a unified id of a market, as in the field id`)]
}

/** Returns an error if `q` has too many words. */
export function findSearchErrors({ q = '' }: { readonly q?: string }): readonly ErrorDetail[] {
  const words = searchWords(q).length
  if (words <= maxSearchWords) return []
  return [valueError('q', `q should have at most ${maxSearchWords} different words, not ${words}`)]
}

export function valueError(parameter: string, msg: string): ErrorDetail {
  return parameterError(parameter, { type: 'value_error', msg: `Value error, ${msg}` })
}

function parameterError(parameter: string, message: ValidationMessage): ErrorDetail {
  return { loc: ['query', parameter], ...message }
}

function missingParameterError(parameter: string): ErrorDetail {
  return parameterError(parameter, { msg: 'Field required', type: 'missing' })
}

function repeatedParameterError(parameter: string, times: number): ErrorDetail {
  return parameterError(parameter, {
    msg: `Parameter should be given at most once, not ${times} times`,
    type: 'too_long',
  })
}

function parseText(
  text: string,
  rule: JsonSchema,
): { value: unknown } | { error: ValidationMessage } {
  if (rule['x-unix-seconds']) return parseSeconds(text, rule.maximum ?? Infinity)
  if (rule.type === 'integer') return parseInteger(text)
  if (rule.type === 'boolean') return parseBoolean(text)
  return rule.type === 'number' ? parseNumber(text) : { value: text }
}

/**
 * The accepted texts of a boolean, in lower case. Texts in any case are accepted, because Python writes True.
 */
const booleans: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

function parseBoolean(text: string): { value: boolean } | { error: ValidationMessage } {
  const value = booleans.get(text.toLowerCase())
  if (value !== undefined) return { value }
  return {
    error: {
      msg: 'Input should be a valid boolean, unable to interpret input',
      type: 'bool_parsing',
    },
  }
}

function parseInteger(text: string): { value: number } | { error: ValidationMessage } {
  const msg = 'Input should be a valid integer, unable to parse string as an integer'
  if (!/^[+-]?\d+$/.test(text)) return { error: { msg, type: 'int_parsing' } }
  const value = Number(text)
  if (Number.isSafeInteger(value)) return { value }
  return {
    error: {
      msg: 'Unable to parse input string as an integer, exceeded maximum size',
      type: 'int_parsing_size',
    },
  }
}

/**
 * Parses a time in Unix seconds. Returns an error for a time above the maximum, which is assumed to be in milliseconds
 * or a smaller unit; the error message states this time in seconds.
 */
function parseSeconds(
  text: string,
  maximum: number,
): { value: number } | { error: ValidationMessage } {
  const parsed = parseInteger(text)
  if ('error' in parsed || parsed.value <= maximum) return parsed
  let seconds = parsed.value
  while (seconds > maximum) seconds = Math.floor(seconds / 1000)
  const msg = `Value error, a time in Unix seconds is expected, not in milliseconds: ${seconds}`
  return { error: { msg, type: 'value_error' } }
}

function parseNumber(text: string): { value: number } | { error: ValidationMessage } {
  const msg = 'Input should be a valid number, unable to parse string as a number'
  if (!/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text))
    return { error: { msg, type: 'float_parsing' } }
  const value = Number(text)
  if (Number.isFinite(value)) return { value }
  return { error: { msg: 'Input should be a finite number', type: 'finite_number' } }
}
