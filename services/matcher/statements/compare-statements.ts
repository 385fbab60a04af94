// Two sentences: every telling word of each must be found in the other or in the title of its event,
// and numbers and times must agree. What is left over is a different question, unless it is one name
// in two spellings.
import { toComparison, type Comparison, type Dimension, type Reason } from '../comparison.ts'
import type { Name } from '../names.ts'
import type { Action, StatementClaim } from '../proposition.ts'
import { areOpposite, isSameRange, rangeToText, type Range } from '../ranges.ts'
import { countryWords } from '../lexicon/phrases.ts'
import { headLength, toStem } from '../words.ts'
import { contrastOf } from './contrasts.ts'
import { compareSubjects, stemsOf } from './compare-subjects.ts'
import { compareWindows } from './compare-windows.ts'

/** Each telling word of an event's title that the other side does not have costs this much. */
const eventWordCost = 2
/** What is to be done is told on one side only. */
const actionCost = 8
/** Who wrote it is told on one side only. */
const asideCost = 7
/** One mild word that one side has over, and each that it has besides. */
const mildWordCost = 11
const furtherMildWordCost = 3

/** `a` of platform_a, `b` of platform_b. */
export function compareStatements(a: StatementClaim, b: StatementClaim): Comparison {
  const reasons: Reason[] = []
  const tell = (dimension: Dimension, verdict: Reason['verdict'], evidence: string): void => {
    reasons.push({ dimension, verdict, evidence })
  }
  const window = compareWindows(a.window, b.window)
  tell('window', window.verdict, window.evidence)
  let isOpposite = false
  if (a.range !== null || b.range !== null) {
    isOpposite =
      a.range !== null &&
      b.range !== null &&
      areOpposite(a.range, b.range, a.step) &&
      isOneNumber(a, b)
    const isSame =
      isOpposite || (a.range !== null && b.range !== null && isSameRange(a.range, b.range))
    tell('threshold', isSame ? 'same' : 'different', `${toText(a.range)} and ${toText(b.range)}`)
  }
  if (areOtherLeagues(a.leagues, b.leagues))
    tell('scope', 'different', `${a.leagues.join(' ')} and ${b.leagues.join(' ')}`)
  if (a.party !== b.party)
    tell('subject', 'different', `${a.party ?? 'no party'} and ${b.party ?? 'no party'}`)
  if (isOnlyChoice(a, b) || isOnlyChoice(b, a))
    tell('scope', 'different', 'to be chosen for it and to get it')
  const contrast = contrastOf(a.contrasts, b.contrasts)
  if (contrast !== null) tell('scope', 'different', contrast)
  if (areOtherActions(a.action, b.action))
    tell('measure', 'different', `${a.action ?? 'no action'} and ${b.action ?? 'no action'}`)

  if (a.range !== null && areOtherSpans(a.all, b.all))
    tell('measure', 'different', 'over a month and over a year')

  const [toldByA, mildOfA] = leftOver(a, b)
  const [toldByB, mildOfB] = leftOver(b, a)
  const leftOfA = canBeUnsaid(a, toldByA, b, toldByB) ? withoutAside(a, toldByA) : toldByA
  const leftOfB = canBeUnsaid(b, toldByB, a, toldByA) ? withoutAside(b, toldByB) : toldByB
  const isAside = leftOfA !== toldByA || leftOfB !== toldByB
  if (leftOfA !== toldByA && leftOfB !== toldByB)
    tell('scope', 'different', `${toldByA.join(' ')} and ${toldByB.join(' ')}`)
  if (mildOfA.length > 0 && mildOfB.length > 0)
    tell('scope', 'different', `${mildOfA.join(' ')} and ${mildOfB.join(' ')}`)
  const strange =
    leftOfA.find((word) => !isNamePart(word, a)) ?? leftOfB.find((word) => !isNamePart(word, b))
  if (strange !== undefined)
    tell(/^\d/.test(strange) ? 'threshold' : 'scope', 'different', `${strange} on one side only`)
  const subject = compareSubjects(a, b, leftOfA, leftOfB)
  tell('subject', subject.verdict, subject.evidence)
  const isInverse = isOpposite !== (a.isNegated !== b.isNegated)
  if (reasons.some(({ verdict }) => verdict !== 'same'))
    return toComparison(0, isInverse ? 1 : 0, reasons)
  const cost =
    window.cost +
    missingFrom(b.ofEvent, b, a).length * eventWordCost +
    (a.action === b.action ? 0 : actionCost) +
    (isAside ? asideCost : 0) +
    costOfMild(countMild(mildOfA, a, b) + countMild(mildOfB, a, b))
  return toComparison(subject.score - cost, isInverse ? 1 : 0, reasons)
}

const spans: readonly string[] = ['mom', 'qoq', 'yoy']

function areOtherSpans(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return (
    spans.some((span) => a.has(span)) &&
    spans.some((span) => b.has(span)) &&
    !spans.some((span) => a.has(span) && b.has(span))
  )
}

/** What is counted, or is so on a day, is not the other; a rate may be both in a year. */
function isOneNumber(a: StatementClaim, b: StatementClaim): boolean {
  if (a.step === 1) return true
  const modes = [a.window.mode, b.window.mode]
  return a.step === 0 ? modes.every((mode) => mode === 'at') : !modes.includes('by')
}

/** Nothing else is left over on either side, but for parts of the name it is about. */
function canBeUnsaid(
  { aside, subject }: StatementClaim,
  left: readonly string[],
  other: StatementClaim,
  leftOfOther: readonly string[],
): boolean {
  return (
    aside.size > 0 &&
    left.some((word) => aside.has(word)) &&
    left.every((word) => aside.has(word) || isOfName(word, subject)) &&
    leftOfOther.every((word) => isOfName(word, other.subject))
  )
}

function isOfName(word: string, name: Name | null): boolean {
  return name !== null && stemsOf(name).has(word)
}

function withoutAside({ aside }: StatementClaim, left: readonly string[]): readonly string[] {
  return left.filter((word) => !aside.has(word))
}

const closing: ReadonlySet<string> = new Set(['close', 'settle', 'settled'].map(toStem))

const averages: ReadonlySet<string> = new Set(['average', 'mean'].map(toStem))

/** In a month a price may pass a bound, and close on none of its days beyond it. */
function isOtherPrice(word: string, { range, step, window }: StatementClaim): boolean {
  if (range === null || step !== 0) return false
  if (averages.has(word)) return true
  return closing.has(word) && (window.mode === 'by' || window.mode === 'in')
}

/** On a day, a price is that at which it closes. */
function countMild(mild: readonly string[], a: StatementClaim, b: StatementClaim): number {
  if (mild.length === 0) return 0
  const isOnDay = a.range !== null && a.window.mode === 'at' && b.window.mode === 'at'
  return isOnDay ? mild.filter((word) => !closing.has(word)).length : mild.length
}

function costOfMild(count: number): number {
  return count === 0 ? 0 : mildWordCost + (count - 1) * furtherMildWordCost
}

function toText(range: Range | null): string {
  return range === null ? 'no number' : rangeToText(range)
}

function areOtherLeagues(a: readonly string[], b: readonly string[]): boolean {
  return a.length > 0 && b.length > 0 && !a.some((league) => b.includes(league))
}

const canBeSilent: ReadonlySet<Action | null> = new Set([null, 'win', 'advance'])

/** To win may be left unsaid; to run for it may not. */
function areOtherActions(a: Action | null, b: Action | null): boolean {
  return a !== b && ((a !== null && b !== null) || !canBeSilent.has(a) || !canBeSilent.has(b))
}

const nominee = toStem('nominee')

/** The choice for an office or a prize, and who gets it, whatever the titles of their events say. */
function isOnlyChoice({ own }: StatementClaim, { isForItself }: StatementClaim): boolean {
  return isForItself && own.includes(nominee)
}

const none: readonly string[] = []
const nothing: readonly [readonly string[], readonly string[]] = [none, none]

/** Words of the title that the other side has neither there nor in its event: telling, and mild. */
function leftOver(
  own: StatementClaim,
  other: StatementClaim,
): readonly [telling: readonly string[], mild: readonly string[]] {
  const left = missingFrom(own.own, own, other)
  if (left.length === 0) return nothing
  if (own.mild.size === 0) return [left, none]
  const isMild = (word: string): boolean => own.mild.has(word) && !isOtherPrice(word, own)
  return [left.filter((word) => !isMild(word)), left.filter(isMild)]
}

function missingFrom(
  words: readonly string[],
  own: StatementClaim,
  other: StatementClaim,
): readonly string[] {
  if (words.every((word) => other.all.has(word))) return none
  return words.filter((word) => !other.all.has(word) && !isMeantIn(word, own, other))
}

const house = toStem('house')

/** The House and a state are meant by a district; a country by what is of it. */
function isMeantIn(word: string, own: StatementClaim, { all, heads }: StatementClaim): boolean {
  if (word === house) return hasWord(own.all, isDistrict) && hasWord(all, isDistrict)
  if (word.startsWith('st_')) return hasWord(all, (w) => w.startsWith(`dist_${word.slice(3)}_`))
  if (word.length < headLength || !heads.has(word.slice(0, headLength))) return false
  return hasWord(all, (w) => w.length >= headLength && !own.all.has(w) && isDerived(word, w))
}

function hasWord(words: ReadonlySet<string>, isIt: (word: string) => boolean): boolean {
  for (const word of words) if (isIt(word)) return true
  return false
}

function isDistrict(word: string): boolean {
  return word.startsWith('dist_')
}

const endings = /^(?:a|an|ian|n|i|ic|al|ial|ly|ship|ment|ation|ion|or|er|e|y|ese)?$/

/** "brazil" and "brazilian", but not "martin" and "martinez". */
function isDerived(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return long.startsWith(short) && endings.test(long.slice(short.length))
}

/** Of a name with it and one without, two are meant: "Trump Jr.", "Mortal Kombat II". */
const noNamePart: ReadonlySet<string> = new Set(
  'dem rep nominee jr sr ii iii iv vi vii viii ix'.split(' '),
)

const countryStems = new Set([...countryWords].map(toStem))

/** The "Korean Democratic Party" is another; "New England" has a country in it. */
function isClubOrCountry(subject: Name): boolean {
  if (subject.clubs.length > 0) return true
  for (const stem of stemsOf(subject)) if (!countryStems.has(stem)) return false
  return true
}

/** "Arizona Diamondbacks" has a state in it, and the 49ers a number. */
function isNamePart(word: string, { subject }: StatementClaim): boolean {
  if (word.startsWith('st_')) return subject !== null && stemsOf(subject).has(word)
  if (countryStems.has(word)) return subject === null || isClubOrCountry(subject)
  return !/\d(?!\d*ers$)|_/.test(word) && !noNamePart.has(word)
}
