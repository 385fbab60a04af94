// Extracts values from JSON text byte for byte, so that a raw record contains exactly what the platform
// sent (number format, key order, white space). All functions expect text that JSON.parse has accepted,
// and do not validate it.

const quote = 34
const backslash = 92
const comma = 44
const openBracket = 91
const closeBracket = 93
const openBrace = 123
const closeBrace = 125

export interface JsonMember {
  readonly name: string
  /**
   * Index of the opening quote of the member's name. The value is the text from `start` to `end` (excluded).
   */
  readonly nameStart: number
  readonly start: number
  readonly end: number
}

function isSpace(code: number): boolean {
  return code === 32 || code === 10 || code === 13 || code === 9
}

function skipSpace(text: string, from: number): number {
  let at = from
  while (isSpace(text.charCodeAt(at))) at += 1
  return at
}

/** Returns the index after the closing quote. `from` is the index of the opening quote. */
export function skipString(text: string, from: number): number {
  let at = text.indexOf('"', from + 1)
  while (isEscaped(text, at)) at = text.indexOf('"', at + 1)
  return at + 1
}

/** Whether an odd number of backslashes precedes the character. */
function isEscaped(text: string, at: number): boolean {
  let start = at
  while (text.charCodeAt(start - 1) === backslash) start -= 1
  return (at - start) % 2 === 1
}

function skipValue(text: string, from: number): number {
  const first = text.charCodeAt(from)
  if (first === quote) return skipString(text, from)
  if (first !== openBrace && first !== openBracket) {
    let at = from
    while (at < text.length) {
      const code = text.charCodeAt(at)
      if (code === comma || code === closeBracket || code === closeBrace || isSpace(code)) break
      at += 1
    }
    return at
  }
  let depth = 0
  let at = from
  for (;;) {
    const code = text.charCodeAt(at)
    if (code === quote) {
      at = skipString(text, at)
      continue
    }
    if (code === openBrace || code === openBracket) depth += 1
    else if (code === closeBrace || code === closeBracket) depth -= 1
    at += 1
    if (depth === 0) return at
  }
}

/** Returns the members of a JSON object in their order. */
export function members(text: string): JsonMember[] {
  const parsed: JsonMember[] = []
  let at = skipSpace(text, skipSpace(text, 0) + 1)
  while (text.charCodeAt(at) !== closeBrace) {
    const nameStart = at
    const nameEnd = skipString(text, at)
    const start = skipSpace(text, skipSpace(text, nameEnd) + 1)
    const end = skipValue(text, start)
    const literal = text.slice(nameStart + 1, nameEnd - 1)
    const name = literal.includes('\\') ? (JSON.parse(`"${literal}"`) as string) : literal
    parsed.push({ name, nameStart, start, end })
    at = skipSpace(text, end)
    if (text.charCodeAt(at) === comma) at = skipSpace(text, at + 1)
  }
  return parsed
}

/** Returns the text of each element of a JSON array. */
export function elementTexts(array: string): string[] {
  const found: string[] = []
  let at = skipSpace(array, skipSpace(array, 0) + 1)
  while (array.charCodeAt(at) !== closeBracket) {
    const end = skipValue(array, at)
    found.push(array.slice(at, end))
    at = skipSpace(array, end)
    if (array.charCodeAt(at) === comma) at = skipSpace(array, at + 1)
  }
  return found
}

/**
 * Returns the text of a member's value, or null if there is none. If several members have this name, the
 * last one counts, as in JSON.parse.
 */
export function memberText(object: string, name: string): string | null {
  const member = members(object).findLast((one) => one.name === name)
  return member ? object.slice(member.start, member.end) : null
}

/** Returns the object without the members of that name; all other bytes are unchanged. */
export function withoutMember(object: string, name: string): string {
  const all = members(object)
  let kept = ''
  let from = 0
  let isFirst = true
  for (const [index, member] of all.entries()) {
    if (member.name !== name) {
      isFirst = false
      continue
    }
    // One comma is removed, too: the one before the member or, if it is the first member, the one after it.
    kept += object.slice(from, isFirst ? member.nameStart : all[index - 1]?.end)
    from = isFirst ? (all[index + 1]?.nameStart ?? member.end) : member.end
  }
  return kept + object.slice(from)
}
