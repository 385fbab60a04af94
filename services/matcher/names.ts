// Whether two names are of one club, country or person. Names are taken apart once; comparing them is
// cheap.
import { clubNames } from './lexicon/clubs.ts'
import {
  affixes,
  aliases,
  behindAnother,
  commonParts,
  franchiseNames,
  inFrontAnother,
  leagueOf,
  sameWords,
  squads,
  type League,
} from './lexicon/names.ts'
import { findWord } from './spelling.ts'
import { splitWords, toPlain } from './words.ts'

export interface Name {
  readonly text: string
  /** Without what tells nothing apart. */
  readonly words: readonly string[]
  /** All words, as they are said. */
  readonly said: readonly string[]
  /** The same without spaces: "TheMongolz" and "The Mongolz". */
  readonly joined: string
  /** The clubs of the lexicon that go by this name; two names that share one are of that club. */
  readonly clubs: readonly string[]
  /** "women", "academy": a side of its own under the name of another, in contests; empty: none. */
  readonly squad: string
  /** All words that it may be called by, those of its clubs too. */
  readonly parts: ReadonlySet<string>
}

const kept = new Map<string, Name>()
const mostKept = 50_000

export function toName(text: string): Name {
  const known = kept.get(text)
  if (known) return known
  const name = takeApart(text)
  if (kept.size >= mostKept) kept.clear()
  kept.set(text, name)
  return name
}

/** Plain, and "A&M" one word. */
export function plainName(text: string): string {
  return toPlain(text).replaceAll('a&m', 'agricultural')
}

function takeApart(text: string): Name {
  const said = splitWords(plainName(text))
  const words = tellingWords(said)
  const whole = clubsByName.get(`${said.join(' ')}!`) ?? clubsByName.get(words.join(' '))
  const squad =
    words.length > 1 && whole === undefined
      ? words.flatMap((word, i) => (i > 0 ? (squads.get(word) ?? []) : []))
      : []
  const main = squad.length > 0 ? words.filter((word, i) => i === 0 || !squads.has(word)) : words
  const clubs = whole ?? clubsByName.get(main.join(' ')) ?? []
  return {
    text,
    said,
    words: main,
    joined: said.join(''),
    clubs,
    squad: squad.join(' '),
    parts: new Set([...said, ...main, ...clubs.flatMap((club) => club.split(' '))]),
  }
}

/** The clubs that a name may mean in a league of North America, or (`null`) outside of all of them. */
export function inLeague(name: Name, league: League | null): Name {
  const clubs = name.clubs.filter((club) => (leagueOf.get(club) ?? null) === league)
  return clubs.length === name.clubs.length || (league !== null && clubs.length === 0)
    ? name
    : { ...name, clubs }
}

/** The women of a club that is called by its name alone. */
export function ofWomen(name: Name): Name {
  return name.squad === '' ? { ...name, squad: 'women' } : name
}

function tellingWords(said: readonly string[]): readonly string[] {
  const whole = aliases.get(said.join(' '))?.split(' ') ?? said
  const words = whole.map((word, i) =>
    // "Michigan St." and "St. Pauli"
    word === 'st' && i === whole.length - 1 && i > 0 ? 'state' : (sameWords.get(word) ?? word),
  )
  const telling = words.filter((word, i) => !isAffix(word, i, words) && !isYearOrOrdinal(word))
  return telling.length > 0 ? telling : words
}

/** A letter at the end tells two of one city apart: "New York Y". */
function isAffix(word: string, i: number, words: readonly string[]): boolean {
  if (word === 'saudi') return words[i + 1] === 'club'
  return affixes.has(word) && !(word.length === 1 && i > 0 && i === words.length - 1)
}

/** Of a club's foundation or rank: "Como 1907", "1. FC Heidenheim 1846", "Mainz 05". */
function isYearOrOrdinal(word: string): boolean {
  return /^(?:1|0\d|\d\d|1[89]\d\d|20\d\d)$/.test(word)
}

const clubsByName = byName([...franchiseNames, ...clubNames])

function byName(
  entries: readonly (readonly [string, string])[],
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const [name, club] of entries) {
    const said = splitWords(toPlain(name))
    const key = name.endsWith('!') ? `${said.join(' ')}!` : tellingWords(said).join(' ')
    const clubs = found.get(key) ?? []
    if (!clubs.includes(club)) clubs.push(club)
    found.set(key, clubs)
  }
  return found
}

/** 1: the same; 0.85 and more: hardly another; 0.5: something in common; 0: nothing that tells. */
export function nameScore(a: Name, b: Name): number {
  if (a.joined === '' || b.joined === '') return 0
  if (a === b) return 1
  if (a.joined === b.joined) return 1
  if (a.clubs.length > 0 && b.clubs.length > 0)
    return a.clubs.some((club) => b.clubs.includes(club)) ? 0.97 : 0
  const score = wordScore(a.words, b.words)
  return score < 0.85 && (isAcronym(a, b) || isAcronym(b, a)) ? 0.85 : score
}

/** So many letters at the beginning of a word make two names look alike: "Rennais" and "Rennes". */
const alike = 3

/** Nothing speaks for one name, but it could be: they are not known to be of two clubs. */
export function areAlike(a: Name, b: Name): boolean {
  if (a.squad !== b.squad) return false
  if (a.clubs.length > 0 && b.clubs.length > 0 && !a.clubs.some((club) => b.clubs.includes(club)))
    return false
  if (wordScore(a.words, b.words) > 0) return false
  return a.words.some(
    (word) =>
      word.length > alike &&
      !commonParts.has(word) &&
      b.words.some((other) => !commonParts.has(other) && other.startsWith(word.slice(0, alike))),
  )
}

/** The same of the sides of a contest, where the women of a club are not the club. */
export function sideScore(a: Name, b: Name): number {
  return a.squad === b.squad ? nameScore(a, b) : 0
}

/** Both have a word of their own: "Tyson Fury" and "Tommy Fury". */
const inConflict = 0.3

function wordScore(a: readonly string[], b: readonly string[]): number {
  if (a.join('') === b.join('')) return 1
  const [small, large] = a.length <= b.length ? [a, b] : [b, a]
  const rest = [...large]
  const unmatched: string[] = []
  let telling = 0
  let isExact = true
  for (const word of small) {
    const i = findWord(word, rest)
    if (i < 0) {
      unmatched.push(word)
      continue
    }
    if (rest[i] !== word) isExact = false
    rest.splice(i, 1)
    if (!commonParts.has(word)) telling += 1
  }
  if (unmatched.length === small.length) return 0
  if (unmatched.some(isTelling) && rest.some(isTelling)) return inConflict
  if (
    rest.some((word) => isAnotherBy(word, large)) ||
    unmatched.some((word) => isAnotherBy(word, small))
  )
    return inConflict
  if (telling === 0) return unmatched.length === 0 && rest.length > 0 ? 0.5 : 0
  if (unmatched.length > 0) return unmatched.length * 2 <= small.length ? 0.5 : 0
  if (rest.length === 0) return isExact ? 1 : 0.96
  return isExact ? 0.93 : 0.9
}

function isTelling(word: string): boolean {
  return word.length > 1 && !commonParts.has(word)
}

/** "North Carolina State" is not "North Carolina", and "Central Michigan" not "Michigan". */
function isAnotherBy(word: string, words: readonly string[]): boolean {
  if (words[0] === word) return words.length > 1 && inFrontAnother.has(word)
  return behindAnother.has(word)
}

/** "ADT" for "Asociación Deportiva Tarma". */
function isAcronym(short: Name, long: Name): boolean {
  const [letters = '', ...more] = short.words
  if (more.length > 0 || letters.length < 2 || letters.length > 5 || long.said.length < 2)
    return false
  return isInitials(letters, long.said) || isInitials(letters, long.words)
}

function isInitials(letters: string, words: readonly string[]): boolean {
  return words.length === letters.length && words.every((word, i) => word[0] === letters[i])
}

/** How well the letters of a ticker's code fit a name; 0.9 and more: made from it. */
export function codeScore(code: string, { text, said }: Name): number {
  const letters = code.toLowerCase().replace(/\d+$/, '')
  const first = said[0] ?? ''
  const last = said.at(-1) ?? ''
  if (letters === '' || first === '') return 0
  if (
    said.length > 1 &&
    letters.length > 2 &&
    letters[0] === first[0] &&
    last.startsWith(letters.slice(1))
  )
    return 1
  if (letters.length > 2 && said.some((w) => w.startsWith(letters))) return 0.9
  if (said.map((w) => w[0]).join('') === letters) return 0.9
  return isWithin(letters, toPlain(text)) ? (said.some((w) => w[0] === letters[0]) ? 0.6 : 0.3) : 0
}

/** Whether the letters stand in the text, in their order. */
function isWithin(letters: string, text: string): boolean {
  let at = 0
  for (const letter of letters) {
    at = text.indexOf(letter, at) + 1
    if (at === 0) return false
  }
  return true
}
