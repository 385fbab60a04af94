// Reads the JSON of the platforms: parses a body without losing digits, and reads fields whose type
// differs between responses. The mappers reject a record if a required field is null. The sources use
// toFields, toText, toNumber and toTextList, which return an empty value or null instead, because the
// poller also records objects that it cannot read completely.
import type { Decimal } from '../domain/money.ts'
import { parseDecimal, lengthBeforePointOf } from '../domain/money.ts'
import type { DeadLetter } from './mapping/result.ts'
import { deadLetter } from './mapping/result.ts'
import { skipString } from './upstream/json-slices.ts'

export type JsonObject = { readonly [name: string]: unknown }

/**
 * Matches numbers with more than 15 digits, which are kept as text. A double represents any number of up
 * to 15 digits exactly.
 */
const longNumber = /[:,[]\s*-?\d[\d.eE+-]{15}/
const stringOrLongNumber = /"|-?\d[\d.eE+-]{15,}/g

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns the value if it is an object, else an empty object. The type of each field is unknown. */
export function toFields(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

/** Returns a function that checks whether a value is an object with an array in the field `name`. */
export function hasArrayField(name: string): (value: unknown) => boolean {
  return (value) => Array.isArray(toFields(value)[name])
}

export function parseObject(text: string): { readonly value: JsonObject } | DeadLetter {
  let value: unknown
  try {
    value = JSON.parse(text)
    if (longNumber.test(text)) value = JSON.parse(quoteLongNumbers(text))
  } catch (error) {
    return deadLetter('not_json', (error as SyntaxError).message)
  }
  return isObject(value) ? { value } : deadLetter('not_an_object', 'body', value)
}

/** Puts quotes around the numbers that a double would round. `text` must be valid JSON. */
function quoteLongNumbers(text: string): string {
  const parts: string[] = []
  let copied = 0
  stringOrLongNumber.lastIndex = 0
  for (let match = stringOrLongNumber.exec(text); match; match = stringOrLongNumber.exec(text)) {
    if (match[0] === '"') {
      stringOrLongNumber.lastIndex = skipString(text, match.index)
      continue
    }
    parts.push(text.slice(copied, match.index), '"', match[0], '"')
    copied = stringOrLongNumber.lastIndex
  }
  return parts.join('') + text.slice(copied)
}

/** Returns the string unchanged, or null if the value is no string or has only white space. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

/** Returns an id as a string, or null if there is none. In some responses ids are numbers. */
export function idOf(value: unknown): string | null {
  return typeof value === 'number' ? String(value) : textOf(value)
}

/** Returns an id or a text as a string, or an empty string if there is none. */
export function toText(value: unknown): string {
  return idOf(value) ?? ''
}

/** Returns a number, which platforms send as a number or as a string; null if the value is neither. */
export function toNumber(value: unknown): number | null {
  const number = parseDecimal(value)
  return number === null ? null : Number(number)
}

/** Returns the elements of an array, or of a JSON array in a string (`"[\"Yes\", \"No\"]"`); else null. */
export function listOf(value: unknown): readonly unknown[] | null {
  if (Array.isArray(value)) return value as readonly unknown[]
  if (typeof value !== 'string') return null
  try {
    const list: unknown = JSON.parse(value)
    return Array.isArray(list) ? (list as readonly unknown[]) : null
  } catch {
    return null
  }
}

/** Returns the elements of a list as strings; none if the value is not a list. */
export function toTextList(value: unknown): string[] {
  return (listOf(value) ?? []).map(toText)
}

export function objectsOf(value: unknown): readonly JsonObject[] {
  return (listOf(value) ?? []).filter(isObject)
}

/**
 * Amounts with more digits before the point are rejected, because the store's columns cannot hold them.
 * Real amounts are far smaller.
 */
const maxWholeDigits = 13

/**
 * Returns a number of contracts or dollars; null if the value is not a number, is negative or is too
 * large for the store.
 */
export function amountOf(value: unknown): Decimal | null {
  const amount = parseDecimal(value)
  if (amount === null || amount.startsWith('-')) return null
  return lengthBeforePointOf(amount) < maxWholeDigits ? amount : null
}

/** Returns the non-empty strings among the values, each once, in the given order. */
export function distinctTextsOf(values: readonly unknown[]): readonly string[] {
  return [...new Set(values.map(textOf).filter((label) => label !== null))]
}
