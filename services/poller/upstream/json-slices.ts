// Cuts values out of JSON text without changing a byte of them, so that a raw record holds exactly
// what the platform wrote (number text, key order, white space). Every function expects text that
// JSON.parse has accepted, and therefore checks nothing.

const quote = 34
const backslash = 92
const comma = 44
const openBracket = 91
const closeBracket = 93
const openBrace = 123
const closeBrace = 125

interface Member {
  readonly name: string
  /** Where the name begins; the value lies in [start, end). */
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

/** `from` is at the opening quote; returns the place behind the closing one. */
function skipString(text: string, from: number): number {
  let at = from + 1
  for (;;) {
    const code = text.charCodeAt(at)
    if (code === quote) return at + 1
    at += code === backslash ? 2 : 1
  }
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

function members(text: string): Member[] {
  const found: Member[] = []
  let at = skipSpace(text, skipSpace(text, 0) + 1)
  while (text.charCodeAt(at) !== closeBrace) {
    const nameStart = at
    const nameEnd = skipString(text, at)
    const start = skipSpace(text, skipSpace(text, nameEnd) + 1)
    const end = skipValue(text, start)
    // A name may be written with escapes.
    const name = JSON.parse(text.slice(nameStart, nameEnd)) as string
    found.push({ name, nameStart, start, end })
    at = skipSpace(text, end)
    if (text.charCodeAt(at) === comma) at = skipSpace(text, at + 1)
  }
  return found
}

/** The text of each element of an array. */
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

/** The text of a member's value: the last of that name, as JSON.parse decides; null if there is none. */
export function memberText(object: string, name: string): string | null {
  const member = members(object).findLast((one) => one.name === name)
  return member ? object.slice(member.start, member.end) : null
}

/** The object without the members of that name, every other byte as it was. */
export function withoutMember(object: string, name: string): string {
  const all = members(object)
  const index = all.findIndex((one) => one.name === name)
  const member = all[index]
  if (!member) return object
  // With the comma that stands before it, or behind it when it is the first.
  const from = all[index - 1]?.end ?? member.nameStart
  const until = index > 0 ? member.end : (all[1]?.nameStart ?? member.end)
  return withoutMember(object.slice(0, from) + object.slice(until), name)
}
