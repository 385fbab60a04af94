// Converts errors of Ajv, which validates requests by the schemas in schemas/api, to messages with the texts of
// Pydantic.
import type { ErrorObject } from 'ajv/dist/2020.js'
import type { ErrorDetail } from './errors.ts'

export type ValidationMessage = Pick<ErrorDetail, 'msg' | 'type'>

export function toValidationMessage(error: ErrorObject): ValidationMessage {
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
      return {
        msg: `String should have at least ${formatCharacterCount(limit)}`,
        type: 'string_too_short',
      }
    case 'maxLength':
      return {
        msg: `String should have at most ${formatCharacterCount(limit)}`,
        type: 'string_too_long',
      }
    case 'minItems':
      return { msg: `List should have at least ${limit} item`, type: 'too_short' }
    case 'maxItems':
      return { msg: `List should have at most ${limit} items`, type: 'too_long' }
    case 'required':
      return { msg: 'Field required', type: 'missing' }
    case 'type':
      return typeMessages[allowedTypeOf(error)] ?? throwUnsupportedRule(error)
    case 'format':
      return (
        formatMessages[(error.params as { format: string }).format] ?? throwUnsupportedRule(error)
      )
    case 'enum': {
      const allowed = (error.params as { allowedValues: string[] }).allowedValues
      return { msg: `Input should be ${joinWithOr(allowed.map((v) => `'${v}'`))}`, type: 'enum' }
    }
    default:
      return throwUnsupportedRule(error)
  }
}

const typeMessages: Readonly<Record<string, ValidationMessage>> = {
  string: { msg: 'Input should be a valid string', type: 'string_type' },
  object: { msg: 'Input should be a JSON object', type: 'model_attributes_type' },
  array: { msg: 'Input should be a valid list', type: 'list_type' },
  integer: { msg: 'Input should be a valid integer', type: 'int_type' },
  number: { msg: 'Input should be a valid number', type: 'float_type' },
}

const formatMessages: Readonly<Record<string, ValidationMessage>> = {
  email: { msg: 'Value error, not an email address', type: 'value_error' },
  unicode: {
    msg: 'Input should be a valid string, unable to parse raw data as a unicode string',
    type: 'string_unicode',
  },
}

/**
 * Returns the type that the schema requires. For a nullable field (`[type, 'null']`), the type that is not
 * null.
 */
function allowedTypeOf({ params }: ErrorObject): string {
  const { type } = params as { type: string | readonly string[] }
  return [type].flat().find((one) => one !== 'null') ?? ''
}

function throwUnsupportedRule({ keyword, schemaPath }: ErrorObject): never {
  throw new Error(`no message for the rule ${keyword} at ${schemaPath}`)
}

function formatCharacterCount(limit: string): string {
  return limit === '1' ? '1 character' : `${limit} characters`
}

function joinWithOr(values: readonly string[]): string {
  const last = values.at(-1) ?? ''
  return values.length < 2 ? last : `${values.slice(0, -1).join(', ')} or ${last}`
}
