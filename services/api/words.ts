// What a rule of schemas/api says when it is broken, in Pydantic's words.
import type { ErrorObject } from 'ajv/dist/2020.js'
import type { Fault } from './errors.ts'

export type Words = Pick<Fault, 'msg' | 'type'>

export function toWords(error: ErrorObject): Words {
  const limit = String((error.params as { limit?: number }).limit)
  switch (error.keyword) {
    case 'minimum':
      return {
        msg: `Input should be greater than or equal to ${limit}`,
        type: 'greater_than_equal',
      }
    case 'maximum':
      return { msg: `Input should be less than or equal to ${limit}`, type: 'less_than_equal' }
    case 'minLength':
      return { msg: `String should have at least ${charactersOf(limit)}`, type: 'string_too_short' }
    case 'maxLength':
      return { msg: `String should have at most ${charactersOf(limit)}`, type: 'string_too_long' }
    case 'required':
      return { msg: 'Field required', type: 'missing' }
    case 'type':
      return typeWords[(error.params as { type: string }).type] ?? noWords(error)
    case 'format':
      return formatWords[(error.params as { format: string }).format] ?? noWords(error)
    case 'enum': {
      const allowed = (error.params as { allowedValues: string[] }).allowedValues
      return { msg: `Input should be ${listed(allowed.map((v) => `'${v}'`))}`, type: 'enum' }
    }
    default:
      return noWords(error)
  }
}

const typeWords: Readonly<Record<string, Words>> = {
  string: { msg: 'Input should be a valid string', type: 'string_type' },
  object: { msg: 'Input should be a JSON object', type: 'model_attributes_type' },
}

const formatWords: Readonly<Record<string, Words>> = {
  email: { msg: 'Value error, not an email address', type: 'value_error' },
  unicode: {
    msg: 'Input should be a valid string, unable to parse raw data as a unicode string',
    type: 'string_unicode',
  },
}

function noWords({ keyword, schemaPath }: ErrorObject): never {
  throw new Error(`no words for the rule ${keyword} at ${schemaPath}`)
}

function charactersOf(limit: string): string {
  return limit === '1' ? '1 character' : `${limit} characters`
}

function listed(values: readonly string[]): string {
  const last = values.at(-1) ?? ''
  return values.length < 2 ? last : `${values.slice(0, -1).join(', ')} or ${last}`
}
