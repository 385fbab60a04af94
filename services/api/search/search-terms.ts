// Parses the text of a search into its terms. A term is a word, number or phrase of the query, together with
// the other texts that match in its place.
import { searchTokens, searchWords, type SearchToken } from '../../domain/text.ts'
import { synonyms } from './synonyms.ts'

export interface WordPattern {
  readonly word: string
  /** Whether longer words that begin with `word` match, too. */
  readonly isPrefix: boolean
}

export interface SearchTerm {
  /**
   * The words as in the query; all of them must match. Only a phrase that has synonyms, or a number with a scale
   * ("1.5 million"), has several words.
   */
  readonly written: readonly WordPattern[]
  /** Alternatives to `written`: the term also matches if all words of one alternative match. */
  readonly variants: readonly (readonly WordPattern[])[]
}

/** Maximum number of terms of a search. Further words of the query are ignored. */
const maxTerms = 32

const groups = synonyms.map((group) => group.map((text) => searchWords(text)))
/** By first word, the phrases that begin with it, longest first. */
const phrases = new Map<string, { readonly words: readonly string[]; readonly group: number }[]>()
for (const [group, texts] of groups.entries())
  for (const words of texts) {
    const [first = ''] = words
    const known = phrases.get(first) ?? []
    phrases.set(
      first,
      [...known, { words, group }].sort((a, b) => b.words.length - a.words.length),
    )
  }

const possessive = /['’ʼ]s$/
/** In texts and in queries, "1.5 million" is two words, and equal to "1.5m". */
const scales = [
  { name: 'thousand', suffix: 'k', zeros: 3 },
  { name: 'million', suffix: 'm', zeros: 6 },
  { name: 'billion', suffix: 'b', zeros: 9 },
  { name: 'trillion', suffix: 't', zeros: 12 },
]

/** Returns the terms. A word that the query repeats, even as a synonym or as an equal number, is only one term. */
export function parseSearch(q: string): readonly SearchTerm[] {
  const tokens = searchTokens(q).map(withoutPossessive)
  const terms = new Map<string, SearchTerm>()
  for (let i = 0; i < tokens.length;) {
    const { key, length, term } = parseTermAt(tokens, i)
    if (!terms.has(key)) terms.set(key, term)
    i += length
  }
  return [...terms.values()].slice(0, maxTerms)
}

type Token = SearchToken & { readonly base: string }

/** Adds the base of the word, which lacks a possessive s: for "trump's" the word is `trumps`, its base `trump`. */
function withoutPossessive(token: SearchToken): Token {
  const isPossessive = possessive.test(token.written)
  return { ...token, base: isPossessive ? token.word.slice(0, -1) : token.word }
}

interface ParsedTerm {
  /** Two terms with the same meaning have the same key. */
  readonly key: string
  /** Number of tokens. */
  readonly length: number
  readonly term: SearchTerm
}

function parseTermAt(tokens: readonly Token[], i: number): ParsedTerm {
  const token = tokens[i] as Token
  if (isNumber(token.word)) return parseNumberTerm(token, tokens[i + 1])
  const found = phrases
    .get(token.base)
    ?.find(({ words }) => words.every((word, j) => tokens[i + j]?.base === word))
  const length = found?.words.length ?? 1
  const written = tokens.slice(i, i + length).map(({ word }) => ({ word, isPrefix: true }))
  const variants = [
    ...(token.base === token.word ? [] : [[exactWord(token.base)]]),
    ...(found ? otherTextsOfGroup(found.group, found.words) : []),
  ]
  const key = found ? `synonyms ${found.group}` : token.word
  return { key, length, term: { written, variants } }
}

const exactWord = (word: string): WordPattern => ({ word, isPrefix: false })
const isNumber = (word: string): boolean => /^-?\d+(\.\d+)?$/.test(word)

/** Returns the other texts in the word's group of synonyms. */
export function synonymsOf(word: string): readonly (readonly WordPattern[])[] {
  const found = phrases.get(word)?.find(({ words }) => words.length === 1)
  return found ? otherTextsOfGroup(found.group, found.words) : []
}

function otherTextsOfGroup(
  group: number,
  words: readonly string[],
): readonly (readonly WordPattern[])[] {
  return (groups[group] ?? [])
    .filter((other) => other.join(' ') !== words.join(' '))
    .map((other) => other.map(exactWord))
}

/**
 * A number that consists only of digits also matches longer numbers that begin with these digits. Any other number,
 * such as 5.5 or 96k, matches only equal numbers. Without a sign, a number also matches the negative one ("-3.5" in a
 * spread).
 */
function parseNumberTerm(token: Token, next: Token | undefined): ParsedTerm {
  const { word, written, isSigned } = token
  const scale = scales.find(({ name }) => name === next?.word)
  if (scale) {
    const [number = word] = searchWords(`${word}${scale.suffix}`)
    const words = [exactWord(word), { word: scale.name, isPrefix: true }]
    const term = { written: words, variants: [[exactWord(number)]] }
    return { key: `number ${number}`, length: 2, term }
  }
  const isPrefix = /^[1-9]\d*$/.test(written)
  const variants = [
    ...(isSigned ? [] : [[{ word: `-${word}`, isPrefix }]]),
    ...scales.flatMap(({ name, zeros }) => {
      const quotient = divideByPowerOfTen(word, zeros)
      return quotient === null ? [] : [[exactWord(quotient), exactWord(name)]]
    }),
  ]
  const term = { written: [{ word, isPrefix }], variants }
  return { key: `number ${word}`, length: 1, term }
}

/**
 * Returns the number divided by ten to the power of `zeroCount`; null unless the result is from 1 to 999 and has at
 * most two decimals.
 */
function divideByPowerOfTen(word: string, zeroCount: number): string | null {
  const [, whole, decimals] = new RegExp(`^(\\d{1,3})(\\d\\d)0{${zeroCount - 2}}$`).exec(word) ?? []
  return whole === undefined ? null : `${whole}.${decimals}`.replace(/\.?0+$/, '')
}
