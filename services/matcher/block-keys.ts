// Computes the keys of the blocking index: the keys under which a market is stored, and the keys by which
// `find` looks up the markets that may match it. A key is a hash. If two keys have the same hash, the only
// effect is an unnecessary comparison.
import { isUnreadableContest } from './contests/compare-contests.ts'
import { toName, type Name } from './names.ts'
import type { Proposition, ContestProposition, StatementProposition } from './proposition.ts'
import type { Range } from './ranges.ts'
import { sometimesInsignificantStems } from './statements/context-meanings.ts'
import { soleActorVerbs, stemsOf } from './statements/compare-subjects.ts'

/** A group of keys. A market can match only if it has at least one key of the group. */
export type AlternativeKeys = readonly number[]

/** Number of first letters by which a word is indexed, because the forms of a word differ in the ending. */
const wordPrefixLength = 6
/** Two spellings of a name have the same 3 first letters or, in a long name, the same 3 last letters. */
const namePrefixLength = 3
/** A name with at least this many letters counts as long. */
const longNameLength = 6
/**
 * Two numbers may be the same bound only if they differ by at most 0.11% (104.99 and 105 differ by 0.01%).
 */
const boundTolerance = 0.0011
/**
 * A number is indexed by its logarithm, rounded down to a bucket. There are this many buckets between a
 * number and e times that number, so one bucket covers 0.25%, which is more than twice `boundTolerance`.
 */
const bucketsPerFactorE = 400

/** Returns the keys under which a market with this proposition is stored. */
export function indexKeysOf(proposition: Proposition): readonly number[] {
  if (proposition.kind === 'contest') return contestIndexKeys(proposition)
  return proposition.kind === 'statement' ? statementIndexKeys(proposition) : []
}

/**
 * Returns groups of keys. A market can match the proposition only if it has a key of every group. If there
 * are no groups, no market can match.
 */
export function lookupKeysOf(proposition: Proposition): readonly AlternativeKeys[] {
  if (proposition.kind === 'contest') return contestLookupKeys(proposition)
  return proposition.kind === 'statement' ? statementLookupKeys(proposition) : []
}

function contestIndexKeys(proposition: ContestProposition): readonly number[] {
  return contestLookupKeys(proposition).flat()
}

function contestLookupKeys(proposition: ContestProposition): readonly AlternativeKeys[] {
  const { sides, player } = proposition
  if (isUnreadableContest(proposition)) return []
  const prefix = contestKeyPrefix(proposition)
  const toAlternativeKeys = (keys: readonly string[]): AlternativeKeys =>
    hashesOf(keys.map((key) => prefix + key))
  const groups = sides.map((side) => toAlternativeKeys(nameKeysOf(side)))
  if (player !== null) groups.push(toAlternativeKeys(nameKeysOf(player).map((part) => `@${part}`)))
  return groups
}

/**
 * Returns the first part of all keys of a contest. It contains the day of the contest or, if the day is not
 * known, the deadline. A series is played on several days, so its keys contain no day.
 */
function contestKeyPrefix({ measure, period, atLeast, day, deadline }: ContestProposition): string {
  const dayPart = period === 'series' ? '' : (day ?? deadline)
  return `${dayPart}|${measure}|${period}|${atLeast}|`
}

function statementIndexKeys(proposition: StatementProposition): readonly number[] {
  const { titleStems, eventStems, isSubjectInTicker, tickerCode } = proposition
  const { required, names } = splitRequiredAndOmittableStems(proposition)
  const keys = [...titleStems, ...eventStems].map(stemKey)
  keys.push(...names.flatMap(nameKeysOf).map((part) => `@${part}`))
  if (isSubjectInTicker && tickerCode !== null) keys.push(subjectInTickerKey)
  if (required.length === 0) keys.push(nameOnlyKey)
  return combineWithNumberKeys(keys, proposition, [1])
}

/** Key of all statements whose subject is not in the title but only in the ticker. */
const subjectInTickerKey = '#'
/** Key of all statements without required stems: their titles have only a name and common words. */
const nameOnlyKey = ''

function statementLookupKeys(proposition: StatementProposition): readonly AlternativeKeys[] {
  const { titleStems, eventStems, subject } = proposition
  const { required, omittable, names } = splitRequiredAndOmittableStems(proposition)
  const toAlternativeKeys = (keys: readonly string[]): AlternativeKeys =>
    combineWithNumberKeys(keys, proposition, [1 - boundTolerance, 1 + boundTolerance])
  const nameKeys = (wantedNames: readonly Name[]): readonly string[] => [
    ...wantedNames.flatMap(nameKeysOf).map((part) => `@${part}`),
    ...(subject !== null && wantedNames.includes(subject) ? [subjectInTickerKey] : []),
  ]
  const groups = required.map((word) => toAlternativeKeys([stemKey(word)]))
  // with verbs such as "release", the other question may omit the actor ("Grok 5 released"), so names are not required
  if (!titleStems.some((word) => soleActorVerbs.includes(word)))
    for (const { words, names: ownNames } of omittable)
      groups.push(toAlternativeKeys([...words.map(stemKey), ...nameKeys(ownNames)]))
  if (groups.length > 0) return groups
  return [
    toAlternativeKeys([
      ...[...titleStems, ...eventStems].map(stemKey),
      ...nameKeys(names),
      nameOnlyKey,
    ]),
  ]
}

interface RequiredAndOmittableStems {
  /** The other statement must contain every one of these stems. */
  readonly required: readonly string[]
  /**
   * The other statement may omit the words of an entry if it contains one of the names of the entry, or if
   * its market has a ticker code.
   */
  readonly omittable: readonly {
    readonly words: readonly string[]
    readonly names: readonly Name[]
  }[]
  readonly names: readonly Name[]
}

/**
 * Splits the stems of the title into required and omittable ones. The words of the subject and of clubs are
 * omittable. Weak stems, which seldom distinguish two questions, are in neither group.
 */
function splitRequiredAndOmittableStems(
  proposition: StatementProposition,
): RequiredAndOmittableStems {
  const { weakStems, subject } = proposition
  const candidates = proposition.titleStems.filter(
    (word) => !proposition.optionalStems.includes(word) && !sometimesInsignificantStems.has(word),
  )
  const clubs = clubNamesIn(proposition)
  const names = subject === null ? clubs : [subject, ...clubs.filter((club) => club !== subject)]
  const omittable: { words: string[]; names: Name[] }[] = []
  for (const name of names) {
    const words = candidates.filter(
      (word) => !weakStems.includes(word) && stemsOf(name).includes(word),
    )
    const overlapping = omittable.find((other) => other.words.some((word) => words.includes(word)))
    if (overlapping) {
      overlapping.names.push(name)
      overlapping.words.push(...words)
    } else if (words.length > 0) omittable.push({ words, names: [name] })
  }
  const required = candidates.filter(
    (word) =>
      !weakStems.includes(word) &&
      !replaceableStem.test(word) &&
      !omittable.some(({ words }) => words.includes(word)),
  )
  return { required, omittable, names }
}

/**
 * Stems that the other title may express in another way. Numbers are compared as ranges, and a title that
 * names a congressional district ("NC-01") need not contain the word "House".
 */
const replaceableStem = /^(?:\d|hous)/

const capitalizedPhrases = /\p{Lu}[\p{L}\d.'’-]*(?: \p{Lu}[\p{L}\d.'’-]*){0,4}/gu
const maxTitleCharacters = 300

/** Returns the names of clubs in the title: capitalized phrases that the lexicon lists as clubs. */
function clubNamesIn({ title }: StatementProposition): Name[] {
  const foundPhrases = title.slice(0, maxTitleCharacters).match(capitalizedPhrases) ?? []
  return foundPhrases.map((run) => toName(run)).filter(({ clubs }) => clubs.length > 0)
}

/**
 * Returns the key of a stem: its first letters. The key of a congressional district is its state, because
 * the other title may name only the state.
 */
function stemKey(word: string): string {
  return word.startsWith('dist_')
    ? `st_${word.slice(5, 7)}`
    : word.startsWith('st_')
      ? word
      : word.slice(0, wordPrefixLength)
}

/** Returns the keys of a name. Two names of the same person or club have at least one key in common. */
function nameKeysOf({ significantWords, allWords, joined, clubs }: Name): readonly string[] {
  const parts = [
    joined,
    significantWords.join(''),
    ...significantWords,
    ...[allWords, significantWords].map(initialsOf),
  ]
  return [
    ...parts.flatMap((part) =>
      part.length < longNameLength
        ? [part.slice(0, namePrefixLength)]
        : [part.slice(0, namePrefixLength), `~${part.slice(-namePrefixLength)}`],
    ),
    ...clubs.map((club) => `=${club}`),
  ]
}

function initialsOf(words: readonly string[]): string {
  return words.map((word) => word[0]).join('')
}

/**
 * Combines each key with each number that the other statement may state, and returns the hashes. These numbers are the
 * bounds of the range, multiplied by each of `factors`. Upper and lower bounds give the same keys, because a question
 * also matches its complement: the complement of "at most 3" is "above 3" and, for whole numbers, "at least 4".
 */
function combineWithNumberKeys(
  keys: readonly string[],
  { range, stepSize }: StatementProposition,
  factors: readonly number[],
): readonly number[] {
  const numberKeys = range === null ? ['|'] : numberKeysOf(range, stepSize, factors)
  return hashesOf(numberKeys.flatMap((numberKey) => keys.map((key) => numberKey + key)))
}

function numberKeysOf(
  { low, high }: Range,
  step: number | null,
  factors: readonly number[],
): string[] {
  if (low !== null && high !== null)
    return bucketsOfBound(low, factors).flatMap((l) =>
      bucketsOfBound(high, factors).map((h) => `${l}~${h}|`),
    )
  const bound = low ?? high ?? 0
  const opposite = step === null ? [] : [low === null ? bound + step : bound - step]
  return [bound, ...opposite].flatMap((n) =>
    bucketsOfBound(n, factors).map((bucket) => `${bucket}|`),
  )
}

function bucketsOfBound(bound: number, factors: readonly number[]): readonly string[] {
  if (Math.abs(bound) < 1e-9) return ['0']
  const buckets = factors.map((factor) =>
    Math.floor(Math.log(Math.abs(bound) * factor) * bucketsPerFactorE),
  )
  return [...new Set(buckets)].map((bucket) => `${bound < 0 ? '-' : ''}${bucket}`)
}

function hashesOf(texts: readonly string[]): readonly number[] {
  return [...new Set(texts.map(hashOf))]
}

/**
 * Returns an FNV-1a hash with mixed bits, of 31 bits because V8 stores such integers without a heap object.
 */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d)
  return (hash ^ (hash >>> 13)) & 0x7fffffff
}
