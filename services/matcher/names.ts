// Compares names of clubs, countries and people. Each name is parsed only once and then cached, because a
// name is compared with many others.
import { copyOfText } from '../lib/run/copy-of-text.ts'
import { clubNames } from './lexicon/clubs.ts'
import {
  insignificantWords,
  fullNameByAlias,
  distinguishingLastWords,
  commonNameWords,
  franchiseNames,
  distinguishingFirstWords,
  leagueByFranchise,
  canonicalNameWords,
  teamByWord,
  type League,
} from './lexicon/name-words.ts'
import { findSameWord } from './spelling.ts'
import { splitWords, normalizeToPlainText } from './words.ts'

/** A parsed name of a club, country or person. */
export interface Name {
  readonly text: string
  /** The words that distinguish this name from others, so without words such as "FC". */
  readonly significantWords: readonly string[]
  /** All words of the name, in order. */
  readonly allWords: readonly string[]
  /** All words without spaces, so that "TheMongolz" equals "The Mongolz". */
  readonly joined: string
  /**
   * The clubs that the lexicon lists under this name, which may be several. Two names that have a club in
   * common count as the same club.
   */
  readonly clubs: readonly string[]
  /**
   * The team of the club, such as "women" or "academy"; empty for the first team. In contests, two teams of
   * the same club are different sides.
   */
  readonly team: string
  /** All words that may stand for this name, including those of its clubs. */
  readonly knownWords: readonly string[]
}

const noClubs: readonly string[] = []
const nameCache = new Map<string, Name>()
/** Maximum number of names in the cache, which limits its memory. A full cache is emptied. */
const maxCachedNames = 50_000

/** Parses a name. The result is cached by text. */
export function toName(text: string): Name {
  const known = nameCache.get(text)
  if (known) return known
  const name = parseName(copyOfText(text))
  if (nameCache.size >= maxCachedNames) nameCache.clear()
  nameCache.set(name.text, name)
  return name
}

/**
 * Returns a name, or a title that contains names, as plain text (lower case, no accents). "A&M" in the names
 * of colleges becomes one word, because it would otherwise be split into two letters.
 */
export function normalizeNames(text: string): string {
  return normalizeToPlainText(text).replaceAll('a&m', 'agricultural')
}

function parseName(text: string): Name {
  const allWords = splitWords(normalizeNames(text))
  const words = significantWordsOf(allWords)
  const fullNameClubs =
    clubsByName.get(`${allWords.join(' ')}!`) ?? clubsByName.get(words.join(' '))
  const teamWords =
    words.length > 1 && fullNameClubs === undefined
      ? words.flatMap((word, i) => (i > 0 ? (teamByWord.get(word) ?? []) : []))
      : []
  const mainWords =
    teamWords.length > 0 ? words.filter((word, i) => i === 0 || !teamByWord.has(word)) : words
  const clubs = fullNameClubs ?? clubsByName.get(mainWords.join(' ')) ?? noClubs
  // Most names have only significant words and no club, so their lists of words are equal and can share one array.
  const reuseAllWords = (nameWords: readonly string[]): readonly string[] =>
    nameWords.length === allWords.length && nameWords.every((word, i) => word === allWords[i])
      ? allWords
      : nameWords.slice()
  return {
    text,
    allWords,
    significantWords: reuseAllWords(mainWords),
    joined: allWords.join(''),
    clubs,
    team: teamWords.join(' '),
    knownWords: reuseAllWords([
      ...new Set([...allWords, ...mainWords, ...clubs.flatMap((club) => club.split(' '))]),
    ]),
  }
}

/**
 * Returns the name with only those of its clubs that play in the league. `league` is null for a contest
 * outside the North American leagues. The name stays unchanged if none of its clubs plays in the given
 * league.
 */
export function restrictToLeague(name: Name, league: League | null): Name {
  const clubs = name.clubs.filter((club) => (leagueByFranchise.get(club) ?? null) === league)
  return clubs.length === name.clubs.length || (league !== null && clubs.length === 0)
    ? name
    : { ...name, clubs }
}

/** Returns the women's team of a club, for a contest whose title names only the club. */
export function toWomensTeam(name: Name): Name {
  return name.team === '' ? { ...name, team: 'women' } : name
}

function significantWordsOf(nameWords: readonly string[]): readonly string[] {
  const expanded = fullNameByAlias.get(nameWords.join(' '))?.split(' ') ?? nameWords
  const words = expanded.map((word, i) =>
    // "St" at the end of a name means "State" ("Michigan St."), elsewhere "Saint" ("St. Pauli")
    word === 'st' && i === expanded.length - 1 && i > 0
      ? 'state'
      : (canonicalNameWords.get(word) ?? word),
  )
  const significant = words.filter(
    (word, i) => !isInsignificantWord(word, i, words) && !isYearOrOrdinal(word),
  )
  return significant.length > 0 ? significant : words
}

/**
 * Whether a word such as "FC" does not distinguish two names. A single letter at the end of a name does
 * distinguish them: "New York Y" and "New York M" are two clubs of one city.
 */
function isInsignificantWord(word: string, i: number, words: readonly string[]): boolean {
  if (word === 'saudi') return words[i + 1] === 'club'
  return insignificantWords.has(word) && !(word.length === 1 && i > 0 && i === words.length - 1)
}

/**
 * Whether a number in a club name is a year or an ordinal: "Como 1907", "1. FC Heidenheim 1846", "Mainz 05".
 */
function isYearOrOrdinal(word: string): boolean {
  return /^(?:1|0\d|\d\d|1[89]\d\d|20\d\d)$/.test(word)
}

const clubsByName = indexByName([...franchiseNames, ...clubNames])

function indexByName(
  entries: readonly (readonly [string, string])[],
): ReadonlyMap<string, readonly string[]> {
  const index = new Map<string, string[]>()
  for (const [name, club] of entries) {
    const nameWords = splitWords(normalizeToPlainText(name))
    const key = name.endsWith('!')
      ? `${nameWords.join(' ')}!`
      : significantWordsOf(nameWords).join(' ')
    const clubs = index.get(key) ?? []
    if (!clubs.includes(club)) clubs.push(club)
    index.set(key, clubs)
  }
  return index
}

/**
 * Returns how certain it is that two names mean the same club, country or person. 1: they are the same name.
 * 0.85 or more: almost certainly. 0.5: they have a word in common. 0: they have no significant word in common.
 */
export function nameScore(a: Name, b: Name): number {
  if (a.joined === '' || b.joined === '') return 0
  if (a === b) return 1
  if (a.joined === b.joined) return 1
  if (a.clubs.length > 0 && b.clubs.length > 0)
    return a.clubs.some((club) => b.clubs.includes(club)) ? 0.97 : 0
  const score = wordScore(a.significantWords, b.significantWords)
  return score < 0.85 && (isAcronym(a, b) || isAcronym(b, a)) ? 0.85 : score
}

/** Number of first letters that two similar words have in common, such as "Rennais" and "Rennes". */
const similarPrefixLength = 3

/**
 * Whether two names without a common word may still mean the same side of a contest, because a word of one
 * begins like a word of the other.
 */
export function couldBeSameSide(a: Name, b: Name): boolean {
  if (a.team !== b.team) return false
  if (a.clubs.length > 0 && b.clubs.length > 0 && !a.clubs.some((club) => b.clubs.includes(club)))
    return false
  if (wordScore(a.significantWords, b.significantWords) > 0) return false
  return a.significantWords.some(
    (word) =>
      word.length > similarPrefixLength &&
      !commonNameWords.has(word) &&
      b.significantWords.some(
        (other) =>
          !commonNameWords.has(other) && other.startsWith(word.slice(0, similarPrefixLength)),
      ),
  )
}

/**
 * Returns the `nameScore` of two sides of a contest, or 0 if they are different teams, such as men and women.
 */
export function sideScore(a: Name, b: Name): number {
  return a.team === b.team ? nameScore(a, b) : 0
}

/** Score of two names that each have a distinctive word that the other lacks: "Tyson Fury", "Tommy Fury". */
const conflictScore = 0.3

/** Returns the score of two names from their significant words, on the scale of `nameScore`. */
function wordScore(a: readonly string[], b: readonly string[]): number {
  if (a.join('') === b.join('')) return 1
  const [shorter, longer] = a.length <= b.length ? [a, b] : [b, a]
  const rest = [...longer]
  const unmatched: string[] = []
  let matchedDistinctive = 0
  let isExact = true
  for (const word of shorter) {
    const i = findSameWord(word, rest)
    if (i < 0) {
      unmatched.push(word)
      continue
    }
    if (rest[i] !== word) isExact = false
    rest.splice(i, 1)
    if (!commonNameWords.has(word)) matchedDistinctive += 1
  }
  if (unmatched.length === shorter.length) return 0
  if (unmatched.some(isDistinctiveWord) && rest.some(isDistinctiveWord)) return conflictScore
  if (
    rest.some((word) => makesDifferentName(word, longer)) ||
    unmatched.some((word) => makesDifferentName(word, shorter))
  )
    return conflictScore
  if (matchedDistinctive === 0) return unmatched.length === 0 && rest.length > 0 ? 0.5 : 0
  if (unmatched.length > 0) return unmatched.length * 2 <= shorter.length ? 0.5 : 0
  if (rest.length === 0) return isExact ? 1 : 0.96
  return isExact ? 0.93 : 0.9
}

/** Whether a word identifies a name: it is not a single letter and does not occur in many names. */
function isDistinctiveWord(word: string): boolean {
  return word.length > 1 && !commonNameWords.has(word)
}

/** Whether a name with this word differs from the name without it, such as "State" in "Michigan State". */
function makesDifferentName(word: string, words: readonly string[]): boolean {
  if (words[0] === word) return words.length > 1 && distinguishingFirstWords.has(word)
  return distinguishingLastWords.has(word)
}

/** Whether the first name consists of the initials of the second: "ADT" and "Asociación Deportiva Tarma". */
function isAcronym(acronym: Name, fullName: Name): boolean {
  const [letters = '', ...more] = acronym.significantWords
  if (more.length > 0 || letters.length < 2 || letters.length > 5 || fullName.allWords.length < 2)
    return false
  return (
    areInitialsOf(letters, fullName.allWords) || areInitialsOf(letters, fullName.significantWords)
  )
}

/** Whether the letters are the first letters of the words. */
function areInitialsOf(letters: string, words: readonly string[]): boolean {
  return words.length === letters.length && words.every((word, i) => word[0] === letters[i])
}

/**
 * Returns how well the code of a ticker fits a name, from 0 to 1. From 0.9 on, the code consists of initials or first
 * letters of the name. A lower score above 0 means only that the letters of the code occur in the name in the same
 * order.
 */
export function codeScore(code: string, { text, allWords }: Name): number {
  const codeLetters = code.toLowerCase().replace(/\d+$/, '')
  const first = allWords[0] ?? ''
  const last = allWords.at(-1) ?? ''
  if (codeLetters === '' || first === '') return 0
  if (
    allWords.length > 1 &&
    codeLetters.length > 2 &&
    codeLetters[0] === first[0] &&
    last.startsWith(codeLetters.slice(1))
  )
    return 1
  if (codeLetters.length > 2 && allWords.some((w) => w.startsWith(codeLetters))) return 0.9
  if (allWords.map((w) => w[0]).join('') === codeLetters) return 0.9
  return isSubsequence(codeLetters, normalizeToPlainText(text))
    ? allWords.some((w) => w[0] === codeLetters[0])
      ? 0.6
      : 0.3
    : 0
}

/** Whether the text contains all the letters in the same order; other letters may be between them. */
function isSubsequence(letters: string, text: string): boolean {
  let at = 0
  for (const letter of letters) {
    at = text.indexOf(letter, at) + 1
    if (at === 0) return false
  }
  return true
}
