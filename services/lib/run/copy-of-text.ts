/**
 * Returns a copy of a string that is kept for long. V8 may represent a string as a part of another one or as a
 * concatenation; without a copy, it keeps the other strings in memory.
 */
export function copyOfText(text: string): string {
  return Buffer.from(text).toString()
}
