// Reads single fields of what a platform sent, believing nothing.

export type Fields = Readonly<Record<string, unknown>>

/** The value as an object with unknown fields; without any if it is something else. */
export function toFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Fields)
    : {}
}

export function toText(value: unknown): string {
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : ''
}

/** Numbers come as numbers and as strings; null when it is neither. */
export function toNumber(value: unknown): number | null {
  if (value === null || value === undefined || value === '' || typeof value === 'object')
    return null
  const number = Number(value)
  return Number.isFinite(number) ? number : null
}

const earliestMs = Date.UTC(2010, 0, 1)
const latestMs = Date.UTC(2200, 0, 1)

/** An instant between 2010 and 2200, or null: both platforms send year 1 for "unknown". */
export function toInstantMs(value: unknown): number | null {
  const ms = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return ms >= earliestMs && ms < latestMs ? ms : null
}

/** Strings of an array, or of a string that holds a JSON array; anything else gives none. */
export function toTexts(value: unknown): string[] {
  let list = value
  if (typeof value === 'string') {
    try {
      list = JSON.parse(value)
    } catch {
      return []
    }
  }
  return Array.isArray(list) ? list.map(toText) : []
}

/** Whether the value is an object whose field of that name is an array. */
export function hasArray(name: string): (value: unknown) => boolean {
  return (value) => Array.isArray(toFields(value)[name])
}
