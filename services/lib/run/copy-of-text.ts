/**
 * Returns a copy of a string, for strings that stay in memory for a long time. V8 may represent a string as a part
 * of another string or as a concatenation; without the copy, V8 would keep those other strings in memory, too.
 */
export function copyOfText(text: string): string {
  return Buffer.from(text).toString()
}
