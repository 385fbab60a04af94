// Reads the commands of clients.

export type Json = Readonly<Record<string, unknown>>

/** null: the text is not a JSON object. */
export function parseCommand(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : null
  } catch {
    return null
  }
}

export const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The strings of a list; empty: the value is not a list. */
export const stringsOf = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []
