// Normalization of words for search. The projector normalizes the words of markets and events, and the API
// those of the query, so that both have the same form.

/** Unicode marks, such as the accents that NFKD normalization separates from their letters. */
const marks = /\p{M}+/gu
/**
 * Letters and digits, with apostrophes between them, and with points and commas between digits. Whether the
 * commas separate thousands is decided later.
 */
const chunk = /[\p{L}\p{N}](?:[\p{L}\p{N}]|['’ʼ](?=[\p{L}\p{N}])|(?<=\d)[.,](?=\d))*/gu
const apostrophes = /['’ʼ]/g
/** "u.s.", "j.d.". */
const initials = /(?<![\p{L}\p{N}])\p{L}(?:\.\p{L})+(?![\p{L}\p{N}])/gu
/** Separates a number from the unit of basis points, so that "25bps" has the same words as "25 bps". */
const attachedUnit = /(?<=\d)(?=bps?(?![\p{L}\p{N}]))/gu
const number = /^(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?(k|m|bn?|t)?$/
/**
 * What can precede the digits of a number: a sign, unless it joins the number to a word, and a point, as in
 * ".5".
 */
const beforeNumber =
  /(?:(?:^|[\s([{"'“:|])(?<sign>[+−-]?)[$€£¥]?|[$€£¥](?<inner>[−-]))(?<point>\.?)$/u
const maxBeforeNumber = 4

const zerosOfScale: Readonly<Record<string, number>> = { k: 3, m: 6, b: 9, bn: 9, t: 12 }

export interface SearchToken {
  /** The form in the search index: `96000` for "$96,000" and "96k", `trumps` for "Trump's". */
  readonly word: string
  /** The form in the normalized text: `96k`, `trump's`. */
  readonly written: string
  /** Whether the number has a plus or a minus sign. */
  readonly isSigned: boolean
}

/** Returns the text in lower case and without accents: `Pokémon` and `POKEMON` both become `pokemon`. */
export function normalizeForSearch(text: string): string {
  // marks are removed last, because toLowerCase can add one: İ becomes i with a dot above
  return text.normalize('NFKD').toLowerCase().replace(marks, '')
}

/**
 * Returns the words of a text in their order. A number is one word, in one form for all ways to write it:
 * without currency, percent sign and thousands separators, and with the zeros that k, m, b or t stand for.
 */
export function searchTokens(text: string): SearchToken[] {
  const normalized = normalizeForSearch(text)
    .replace(initials, (found) => found.replaceAll('.', ''))
    .replace(attachedUnit, ' ')
  const tokens: SearchToken[] = []
  for (const { 0: found, index } of normalized.matchAll(chunk))
    tokens.push(
      ...toSearchTokens(found, normalized.slice(Math.max(0, index - maxBeforeNumber - 1), index)),
    )
  return tokens
}

/** Returns the normalized words of all the texts, each once, in the order of their first occurrence. */
export function searchWords(...texts: readonly string[]): string[] {
  return [...new Set(texts.flatMap((text) => searchTokens(text).map(({ word }) => word)))]
}

/** `writtenWord`: a chunk of the text; `before`: the characters before the chunk. */
function toSearchTokens(writtenWord: string, before: string): readonly SearchToken[] {
  const [, whole, fraction = '', scale = ''] = number.exec(writtenWord) ?? []
  if (whole === undefined) {
    // commas that separate words, not thousands: "26,27nov"
    if (writtenWord.includes(','))
      return writtenWord
        .split(',')
        .flatMap((part, i) => toSearchTokens(part, i === 0 ? before : ','))
    return [{ word: writtenWord.replace(apostrophes, ''), written: writtenWord, isSigned: false }]
  }
  const { sign = '', inner = '', point = '' } = beforeNumber.exec(before)?.groups ?? {}
  const zeros = zerosOfScale[scale] ?? 0
  const isFraction = point !== '' && fraction === ''
  const digits = isFraction
    ? multiplyByPowerOfTen('0', whole, zeros)
    : multiplyByPowerOfTen(whole.replaceAll(',', ''), fraction, zeros)
  const isNegative = /[−-]/.test(sign + inner) && digits !== '0'
  return [
    {
      word: `${isNegative ? '-' : ''}${digits}`,
      written: isFraction ? `.${writtenWord}` : writtenWord,
      isSigned: sign !== '' || inner !== '',
    },
  ]
}

/**
 * Returns the number `wholeDigits.fraction`, multiplied by ten `zeroCount` times, without superfluous zeros. It computes
 * with text, so numbers of any length are exact.
 */
function multiplyByPowerOfTen(wholeDigits: string, fraction: string, zeroCount: number): string {
  const padded = fraction.padEnd(zeroCount, '0')
  const newWhole = (wholeDigits + padded.slice(0, zeroCount)).replace(/^0+(?=\d)/, '')
  const newFraction = padded.slice(zeroCount).replace(/0+$/, '')
  return newFraction === '' ? newWhole : `${newWhole}.${newFraction}`
}
