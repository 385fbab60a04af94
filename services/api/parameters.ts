// Query parameters: from the text of a URL to a typed value, or to every fault at once in Pydantic's
// words. What a parameter may be stands in schemas/api/query-*.json.
import { Ajv2020 } from 'ajv/dist/2020.js'
import { invalidParameters, type Fault } from './errors.ts'
import {
  parametersOf,
  querySchemas,
  requiredOf,
  type JsonSchema,
  type QueryName,
} from './schemas.ts'
import { toWords, type Words } from './words.ts'

/** Faults that no schema can tell; sees only the parameters that are good by themselves. */
export type QueryCheck<Q> = (query: Partial<Q>) => readonly Fault[]

/** Throws a RequestError (422) that names every fault. */
export type QueryParser<Q> = (search: URLSearchParams, check?: QueryCheck<Q>) => Q

const ajv = new Ajv2020({ allErrors: true, useDefaults: true, strict: true })
ajv.addKeyword('x-trim')

export function createQueryParser<Q extends object>(name: QueryName): QueryParser<Q> {
  const schema: JsonSchema = querySchemas[name]
  const parameters = parametersOf(schema)
  const required = requiredOf(schema)
  const order = new Map(parameters.map(([parameter], i) => [parameter, i]))
  // what is not of the query is of the path, which comes first
  const position = (fault: Fault): number => order.get(fault.loc[1] ?? '') ?? -1
  // rules only: what is required, and what is missing, is told below, where empty counts as absent
  const validate = ajv.compile<Q>({
    type: 'object',
    properties: Object.fromEntries(parameters),
  })

  return (search, check) => {
    const query: Record<string, unknown> = {}
    const faults: Fault[] = []
    for (const [parameter, rule] of parameters) {
      const given = search.getAll(parameter)
      if (rule.type === 'array') {
        const values = given.flatMap(toValues)
        if (values.length > 0) query[parameter] = values
        continue
      }
      const text = rule['x-trim'] ? given[0]?.trim() : given[0]
      if (given.length > 1) faults.push(givenTooOften(parameter, given.length))
      else if (text === undefined && required.includes(parameter)) faults.push(missing(parameter))
      else if (text !== undefined && (text !== '' || required.includes(parameter))) {
        const value = parseText(text, rule)
        if ('fault' in value) faults.push(at(parameter, value.fault))
        else query[parameter] = value.value
      }
    }
    if (!validate(query))
      for (const error of validate.errors ?? []) {
        const parameter = error.instancePath.slice(1)
        faults.push(at(parameter, toWords(error)))
        delete (query as Record<string, unknown>)[parameter]
      }
    if (check) faults.push(...check(query as Partial<Q>))
    if (faults.length > 0)
      throw invalidParameters(faults.toSorted((a, b) => position(a) - position(b)))
    return query as Q
  }
}

/** Of a list, which may be repeated or separated by commas; empty values are none. */
function toValues(text: string): readonly string[] {
  return text.split(',').flatMap((value) => value.trim() || [])
}

/** A half-open range whose start lies after its end. */
export function rangeFaults(query: { start_ts?: number; end_ts?: number }): readonly Fault[] {
  const { start_ts: start, end_ts: end } = query
  if (start === undefined || end === undefined || start <= end) return []
  return [valueFault('start_ts', 'start_ts should be at or before end_ts')]
}

export function valueFault(parameter: string, msg: string): Fault {
  return at(parameter, { type: 'value_error', msg: `Value error, ${msg}` })
}

function at(parameter: string, words: Words): Fault {
  return { loc: ['query', parameter], ...words }
}

function missing(parameter: string): Fault {
  return at(parameter, { msg: 'Field required', type: 'missing' })
}

function givenTooOften(parameter: string, times: number): Fault {
  return at(parameter, {
    msg: `Parameter should be given at most once, not ${times} times`,
    type: 'too_long',
  })
}

function parseText(text: string, rule: JsonSchema): { value: unknown } | { fault: Words } {
  if (rule.type === 'integer') return parseInteger(text)
  if (rule.type === 'boolean') return parseBoolean(text)
  return rule.type === 'number' ? parseNumber(text) : { value: text }
}

/** In any case: Python writes True. */
const booleans: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['1', true],
  ['false', false],
  ['0', false],
])

function parseBoolean(text: string): { value: boolean } | { fault: Words } {
  const value = booleans.get(text.toLowerCase())
  if (value !== undefined) return { value }
  return {
    fault: {
      msg: 'Input should be a valid boolean, unable to interpret input',
      type: 'bool_parsing',
    },
  }
}

function parseInteger(text: string): { value: number } | { fault: Words } {
  const says = 'Input should be a valid integer, unable to parse string as an integer'
  if (!/^[+-]?\d+$/.test(text)) return { fault: { msg: says, type: 'int_parsing' } }
  const value = Number(text)
  if (Number.isSafeInteger(value)) return { value }
  return {
    fault: {
      msg: 'Unable to parse input string as an integer, exceeded maximum size',
      type: 'int_parsing_size',
    },
  }
}

function parseNumber(text: string): { value: number } | { fault: Words } {
  const says = 'Input should be a valid number, unable to parse string as a number'
  if (!/^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$/.test(text))
    return { fault: { msg: says, type: 'float_parsing' } }
  const value = Number(text)
  if (Number.isFinite(value)) return { value }
  return { fault: { msg: 'Input should be a finite number', type: 'finite_number' } }
}
