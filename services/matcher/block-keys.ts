// Under which keys a market is kept, and under which ones those are looked for that its claim may
// match. A key is a number: two texts that share one cost a needless comparison, nothing more.
import { toName, type Name } from './names.ts'
import type { Claim, ContestClaim, StatementClaim } from './proposition.ts'
import type { Range } from './ranges.ts'
import { atTimesSilent } from './statements/beside.ts'
import { makes, stemsOf } from './statements/compare-subjects.ts'

/** Keys of which one is enough. */
export type Alternatives = readonly number[]

/** Two forms of one word begin with the same letters, however they end. */
const letters = 6
/** Spellings of a name have the beginning or, if they are long, the end in common. */
const lettersOfName = 3
const longName = 6
/** Bounds that may be the same are further apart by no more than this part of themselves. */
const tolerance = 0.0011
const bucketsPerE = 400

export function keysOf(claim: Claim): readonly number[] {
  if (claim.kind === 'contest') return contestKeys(claim)
  return claim.kind === 'statement' ? statementKeys(claim) : []
}

/** What may match is kept under a key of each of these; nothing, if there are none. */
export function lookupOf(claim: Claim): readonly Alternatives[] {
  if (claim.kind === 'contest') return contestLookup(claim)
  return claim.kind === 'statement' ? statementLookup(claim) : []
}

function contestKeys(claim: ContestClaim): readonly number[] {
  return contestLookup(claim).flat()
}

function contestLookup(claim: ContestClaim): readonly Alternatives[] {
  const { sides, player } = claim
  if (isUnknown(claim)) return []
  const what = whatOf(claim)
  const alternatives = (keys: readonly string[]): Alternatives =>
    hashesOf(keys.map((key) => what + key))
  const every = sides.map((side) => alternatives(partsOf(side)))
  if (player !== null) every.push(alternatives(partsOf(player).map((part) => `@${part}`)))
  return every
}

/** Where no day is told, that on which it should be decided stands for it; a series has many days. */
function whatOf({ measure, period, atLeast, day, deadline }: ContestClaim): string {
  const on = period === 'series' ? '' : (day ?? deadline)
  return `${on}|${measure}|${period}|${atLeast}|`
}

function isUnknown({ measure, period }: ContestClaim): boolean {
  return measure.startsWith('unknown') || period === 'unknown'
}

function statementKeys(claim: StatementClaim): readonly number[] {
  const { own, ofEvent, isOpen, code } = claim
  const { needed, names } = partsOfStatement(claim)
  const keys = [...own, ...ofEvent].map(beginningOf)
  keys.push(...names.flatMap(partsOf).map((part) => `@${part}`))
  if (isOpen && code !== null) keys.push(coded)
  if (needed.length === 0) keys.push(onlyName)
  return underNumbers(keys, claim, [1])
}

/** A code tells of whom it is. */
const coded = '#'
/** It says nothing but a name, and what many say. */
const onlyName = ''

function statementLookup(claim: StatementClaim): readonly Alternatives[] {
  const { own, ofEvent, subject } = claim
  const { needed, named, names } = partsOfStatement(claim)
  const alternatives = (keys: readonly string[]): Alternatives =>
    underNumbers(keys, claim, [1 - tolerance, 1 + tolerance])
  const keysOfNames = (all: readonly Name[]): readonly string[] => [
    ...all.flatMap(partsOf).map((part) => `@${part}`),
    ...(subject !== null && all.includes(subject) ? [coded] : []),
  ]
  const every = needed.map((word) => alternatives([beginningOf(word)]))
  // of these, who does it may be left unsaid
  if (!own.some((word) => makes.includes(word)))
    for (const { words, of } of named)
      every.push(alternatives([...words.map(beginningOf), ...keysOfNames(of)]))
  if (every.length > 0) return every
  return [alternatives([...[...own, ...ofEvent].map(beginningOf), ...keysOfNames(names), onlyName])]
}

interface StatementParts {
  /** Each of these words must be somewhere in the other. */
  readonly needed: readonly string[]
  /** Of these words all may be missing, if the other has a name like one of these, or a code. */
  readonly named: readonly { readonly words: readonly string[]; readonly of: readonly Name[] }[]
  readonly names: readonly Name[]
}

/** Missing may be the mild words, and those of a name: of whom it is about, or of a club. */
function partsOfStatement(claim: StatementClaim): StatementParts {
  const { mild, subject } = claim
  const own = claim.own.filter((word) => !claim.aside.has(word) && !atTimesSilent.has(word))
  const clubs = clubNamesIn(claim)
  const names = subject === null ? clubs : [subject, ...clubs.filter((club) => club !== subject)]
  const named: { words: string[]; of: Name[] }[] = []
  for (const name of names) {
    const words = own.filter((word) => !mild.has(word) && stemsOf(name).has(word))
    const overlapping = named.find((other) => other.words.some((word) => words.includes(word)))
    if (overlapping) {
      overlapping.of.push(name)
      overlapping.words.push(...words)
    } else if (words.length > 0) named.push({ words, of: [name] })
  }
  const needed = own.filter(
    (word) =>
      !mild.has(word) && !neverAlone.test(word) && !named.some(({ words }) => words.includes(word)),
  )
  return { needed, named, names }
}

/** Words that something else may stand for: numbers are compared as such, a district is in the House. */
const neverAlone = /^(?:\d|hous)/

const runsOfCapitals = /\p{Lu}[\p{L}\d.'’-]*(?: \p{Lu}[\p{L}\d.'’-]*){0,4}/gu
const readOfTitle = 300

/** Names of clubs that have several. */
function clubNamesIn({ title }: StatementClaim): Name[] {
  const runs = title.slice(0, readOfTitle).match(runsOfCapitals) ?? []
  return runs.map((run) => toName(run)).filter(({ clubs }) => clubs.length > 0)
}

/** A district is in a state, and may be told by it. */
function beginningOf(word: string): string {
  return word.startsWith('dist_')
    ? `st_${word.slice(5, 7)}`
    : word.startsWith('st_')
      ? word
      : word.slice(0, letters)
}

/** Two names of one share one of these. */
function partsOf({ words, said, joined, clubs }: Name): readonly string[] {
  const parts = [joined, words.join(''), ...words, ...[said, words].map(initialsOf)]
  return [
    ...parts.flatMap((part) =>
      part.length < longName
        ? [part.slice(0, lettersOfName)]
        : [part.slice(0, lettersOfName), `~${part.slice(-lettersOfName)}`],
    ),
    ...clubs.map((club) => `=${club}`),
  ]
}

function initialsOf(words: readonly string[]): string {
  return words.map((word) => word[0]).join('')
}

/**
 * The keys under each number that the other may have: its bounds, made so much larger. Of one bound
 * it does not matter which it is: "at most 3" is the opposite of "above 3", and of "at least 4" if
 * it is counted in ones.
 */
function underNumbers(
  keys: readonly string[],
  { range, step }: StatementClaim,
  factors: readonly number[],
): readonly number[] {
  const abouts = range === null ? ['|'] : numbersOf(range, step, factors)
  return hashesOf(abouts.flatMap((about) => keys.map((key) => about + key)))
}

function numbersOf(
  { low, high }: Range,
  step: number | null,
  factors: readonly number[],
): string[] {
  if (low !== null && high !== null)
    return bucketsOf(low, factors).flatMap((l) => bucketsOf(high, factors).map((h) => `${l}~${h}|`))
  const bound = low ?? high ?? 0
  const opposite = step === null ? [] : [low === null ? bound + step : bound - step]
  return [bound, ...opposite].flatMap((n) => bucketsOf(n, factors).map((bucket) => `${bucket}|`))
}

function bucketsOf(bound: number, factors: readonly number[]): readonly string[] {
  if (Math.abs(bound) < 1e-9) return ['0']
  const buckets = factors.map((factor) =>
    Math.floor(Math.log(Math.abs(bound) * factor) * bucketsPerE),
  )
  return [...new Set(buckets)].map((bucket) => `${bound < 0 ? '-' : ''}${bucket}`)
}

function hashesOf(texts: readonly string[]): readonly number[] {
  return [...new Set(texts.map(hashOf))]
}

/** 31 bits: a small integer to the engine. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) & 0x7fffffff
}
