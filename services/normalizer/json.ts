// Reading what a platform said: a body to an object without losing a digit, and its fields by the
// type that is needed, whichever of the types seen on the wire they come in.
import type { Decimal } from '../domain/money.ts'
import { parseDecimal } from '../domain/money.ts'
import type { DeadLetter } from './fate.ts'
import { deadLetter } from './fate.ts'

export type JsonObject = { readonly [name: string]: unknown }

/** A double holds any number of up to 15 digits; a longer one is looked at as text. */
const longNumber = /[:,[]\s*-?\d[\d.eE+-]{15}/
const stringOrLongNumber = /"|-?\d[\d.eE+-]{15,}/g

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
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

/** Makes strings of the numbers that a double would round. `text` is valid JSON. */
function quoteLongNumbers(text: string): string {
  const parts: string[] = []
  let copied = 0
  stringOrLongNumber.lastIndex = 0
  for (let hit = stringOrLongNumber.exec(text); hit; hit = stringOrLongNumber.exec(text)) {
    if (hit[0] === '"') {
      stringOrLongNumber.lastIndex = endOfString(text, hit.index)
      continue
    }
    parts.push(text.slice(copied, hit.index), '"', hit[0], '"')
    copied = stringOrLongNumber.lastIndex
  }
  return parts.join('') + text.slice(copied)
}

/** Where the string that begins at `start` is over. */
function endOfString(text: string, start: number): number {
  let at = start + 1
  for (; text[at] !== '"'; at++) if (text[at] === '\\') at++
  return at + 1
}

/** A string with something to be read in it, as it was given; else null. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

/** An id is a string on most rows and a number on some. */
export function idOf(value: unknown): string | null {
  return typeof value === 'number' ? String(value) : textOf(value)
}

/** An array, also one that is written into a string (`"[\"Yes\", \"No\"]"`); else null. */
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

export function objectsOf(value: unknown): readonly JsonObject[] {
  return (listOf(value) ?? []).filter(isObject)
}

/** The tables hold amounts of up to twelve digits before the point; no market comes near. */
const amountLimit = 13

/** A number of contracts or dollars; null if it is none, negative or beyond any sense. */
export function amountOf(value: unknown): Decimal | null {
  const amount = parseDecimal(value)
  if (amount === null || amount.startsWith('-')) return null
  return amount.split('.', 1)[0]!.length < amountLimit ? amount : null
}

/** Each label once, in the order given, without the empty ones. */
export function labelsOf(values: readonly unknown[]): readonly string[] {
  return [...new Set(values.map(textOf).filter((label) => label !== null))]
}
