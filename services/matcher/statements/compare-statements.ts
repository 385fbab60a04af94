// Compares two statements. Numbers and times must agree, and each significant stem (word without its ending)
// of one must be in the market title or event title of the other. A stem that is not there is called
// unmatched. It makes the score 0 unless it is weak or optional or belongs to a name in another spelling.
import { toComparison, type Comparison, type Dimension, type Veto } from '../comparison.ts'
import type { Name } from '../names.ts'
import type { Action, StatementProposition } from '../proposition.ts'
import { areComplementary, isSameRange } from '../ranges.ts'
import { countryWords } from '../lexicon/phrases.ts'
import { toStem } from '../words.ts'
import { findConflictingWords } from './exclusive-words.ts'
import { compareSubjects, stemsOf } from './compare-subjects.ts'
import { compareWindows } from './compare-windows.ts'

/** Subtracted from the score for each significant stem of an event title that the other statement lacks. */
const eventStemCost = 2
/** Subtracted from the score if only one statement states the action. */
const oneSidedActionCost = 8
/** Subtracted from the score if only one statement contains the optional stems, for example the author. */
const optionalStemsCost = 7
/** Subtracted from the score for the first unmatched weak stem. */
const firstWeakStemCost = 11
/** Subtracted from the score for each further unmatched weak stem. */
const furtherWeakStemCost = 3

export function compareStatements(a: StatementProposition, b: StatementProposition): Comparison {
  const vetoes: Veto[] = []
  const addVeto = (
    dimension: Dimension,
    detail: string | null,
    verdict: Veto['verdict'] = 'different',
  ) => vetoes.push({ dimension, verdict, detail })
  const window = compareWindows(a.window, b.window)
  if (window.verdict !== 'same') addVeto('window', null, window.verdict)
  let isComplement = false
  if (a.range !== null || b.range !== null) {
    isComplement =
      a.range !== null &&
      b.range !== null &&
      areComplementary(a.range, b.range, a.stepSize) &&
      canBeComplementary(a, b)
    const isSame =
      isComplement || (a.range !== null && b.range !== null && isSameRange(a.range, b.range))
    if (!isSame) addVeto('threshold', null)
  }
  if (areDifferentLeagues(a.leagues, b.leagues)) addVeto('scope', null)
  if (a.party !== b.party) addVeto('subject', `${a.party ?? 'no party'} ≠ ${b.party ?? 'no party'}`)
  if (askForNomineeAndForWinner(a, b) || askForNomineeAndForWinner(b, a))
    addVeto('scope', 'to be nominated for it ≠ to get it')
  const conflictingWords = findConflictingWords(a.exclusiveWords, b.exclusiveWords)
  if (conflictingWords !== null) addVeto('scope', conflictingWords)
  if (areDifferentActions(a.action, b.action)) addVeto('measure', null)

  if (a.range !== null && haveDifferentComparisonPeriods(a.allStems, b.allStems))
    addVeto('measure', 'changes over different periods (month, quarter or year)')

  const [allUnmatchedA, weakUnmatchedA] = findUnmatchedStems(a, b)
  const [allUnmatchedB, weakUnmatchedB] = findUnmatchedStems(b, a)
  const unmatchedA = canOmitOptionalStems(a, allUnmatchedA, b, allUnmatchedB)
    ? withoutOptionalStems(a, allUnmatchedA)
    : allUnmatchedA
  const unmatchedB = canOmitOptionalStems(b, allUnmatchedB, a, allUnmatchedA)
    ? withoutOptionalStems(b, allUnmatchedB)
    : allUnmatchedB
  const omitsOptionalStems = unmatchedA !== allUnmatchedA || unmatchedB !== allUnmatchedB
  if (unmatchedA !== allUnmatchedA && unmatchedB !== allUnmatchedB)
    addVeto('scope', `${allUnmatchedA.join(' ')} ≠ ${allUnmatchedB.join(' ')}`)
  if (weakUnmatchedA.length > 0 && weakUnmatchedB.length > 0)
    addVeto('scope', `${weakUnmatchedA.join(' ')} ≠ ${weakUnmatchedB.join(' ')}`)
  const vetoStem =
    unmatchedA.find((word) => !isNamePart(word, a)) ??
    unmatchedB.find((word) => !isNamePart(word, b))
  if (vetoStem !== undefined)
    addVeto(/^\d/.test(vetoStem) ? 'threshold' : 'scope', `${vetoStem} on one side only`)
  const subject = compareSubjects(a, b, unmatchedA, unmatchedB)
  if (subject.verdict !== 'same') addVeto('subject', subject.detail, subject.verdict)
  const isInverse = isComplement !== (a.isNegated !== b.isNegated)
  if (vetoes.length > 0) return toComparison(0, isInverse ? 1 : 0, vetoes)
  const cost =
    window.cost +
    stemsMissingFrom(b.eventStems, b, a).length * eventStemCost +
    (a.action === b.action ? 0 : oneSidedActionCost) +
    (omitsOptionalStems ? optionalStemsCost : 0) +
    weakStemsCost(
      countCostlyWeakStems(weakUnmatchedA, a, b) + countCostlyWeakStems(weakUnmatchedB, a, b),
    )
  return toComparison(subject.score - cost, isInverse ? 1 : 0, vetoes)
}

/** Stems for the period of a change: month on month, quarter on quarter, year on year. */
const comparisonPeriodStems: readonly string[] = ['mom', 'qoq', 'yoy']

/** Whether both statements name the period of a change, and name different ones. */
function haveDifferentComparisonPeriods(a: readonly string[], b: readonly string[]): boolean {
  return (
    comparisonPeriodStems.some((stem) => a.includes(stem)) &&
    comparisonPeriodStems.some((stem) => b.includes(stem)) &&
    !comparisonPeriodStems.some((stem) => a.includes(stem) && b.includes(stem))
  )
}

/**
 * Whether the number can have only one value, so that "above 3" and "at most 3" exclude each other. A price
 * takes many values before a given day, so it can be both above and at most 3.
 */
function canBeComplementary(a: StatementProposition, b: StatementProposition): boolean {
  if (a.stepSize === 1) return true
  const modes = [a.window.mode, b.window.mode]
  return a.stepSize === 0 ? modes.every((mode) => mode === 'at') : !modes.includes('by')
}

/**
 * Whether the other statement may omit the optional stems of the first one. It may do so if all other
 * unmatched stems of both statements belong to the names of their subjects.
 */
function canOmitOptionalStems(
  { optionalStems, subject }: StatementProposition,
  unmatchedStems: readonly string[],
  other: StatementProposition,
  otherUnmatchedStems: readonly string[],
): boolean {
  return (
    optionalStems.length > 0 &&
    unmatchedStems.some((word) => optionalStems.includes(word)) &&
    unmatchedStems.every((word) => optionalStems.includes(word) || isInName(word, subject)) &&
    otherUnmatchedStems.every((word) => isInName(word, other.subject))
  )
}

function isInName(word: string, name: Name | null): boolean {
  return name !== null && stemsOf(name).includes(word)
}

function withoutOptionalStems(
  { optionalStems }: StatementProposition,
  unmatchedStems: readonly string[],
): readonly string[] {
  return unmatchedStems.filter((word) => !optionalStems.includes(word))
}

/** Stems for the price at the end of trading. */
const closingStems: ReadonlySet<string> = new Set(['close', 'settle', 'settled'].map(toStem))

const averageStems: ReadonlySet<string> = new Set(['average', 'mean'].map(toStem))

/**
 * Whether a stem such as "average" or "close" says that the question is not about the price at any moment,
 * but about an average or, if the question is about a period, about a closing price.
 */
function indicatesOtherPrice(
  word: string,
  { range, stepSize, window }: StatementProposition,
): boolean {
  if (range === null || stepSize !== 0) return false
  if (averageStems.has(word)) return true
  return closingStems.has(word) && (window.mode === 'by' || window.mode === 'in')
}

/**
 * Returns the number of unmatched weak stems that lower the score. If both questions are about a price on one
 * day, stems such as "close" do not lower it, because the closing price is meant anyway.
 */
function countCostlyWeakStems(
  weakStems: readonly string[],
  a: StatementProposition,
  b: StatementProposition,
): number {
  if (weakStems.length === 0) return 0
  const isOnDay = a.range !== null && a.window.mode === 'at' && b.window.mode === 'at'
  return isOnDay ? weakStems.filter((word) => !closingStems.has(word)).length : weakStems.length
}

function weakStemsCost(count: number): number {
  return count === 0 ? 0 : firstWeakStemCost + (count - 1) * furtherWeakStemCost
}

function areDifferentLeagues(a: readonly string[], b: readonly string[]): boolean {
  return a.length > 0 && b.length > 0 && !a.some((league) => b.includes(league))
}

const omittableActions: ReadonlySet<Action | null> = new Set([null, 'win', 'advance'])

/**
 * Whether the actions differ. If only one statement states an action, they differ unless this action is "win" or
 * "advance".
 */
function areDifferentActions(a: Action | null, b: Action | null): boolean {
  return (
    a !== b && ((a !== null && b !== null) || !omittableActions.has(a) || !omittableActions.has(b))
  )
}

const nomineeStem = toStem('nominee')

/** Whether the first statement asks for the nominee and the second one for who gets the office or prize. */
function askForNomineeAndForWinner(
  { titleStems }: StatementProposition,
  { asksForFinalWinner }: StatementProposition,
): boolean {
  return asksForFinalWinner && titleStems.includes(nomineeStem)
}

const noStems: readonly string[] = []
const noUnmatchedStems: readonly [readonly string[], readonly string[]] = [noStems, noStems]

/** Returns the stems of the title that the other statement lacks, divided into significant and weak ones. */
function findUnmatchedStems(
  statement: StatementProposition,
  other: StatementProposition,
): readonly [significant: readonly string[], weak: readonly string[]] {
  const unmatched = stemsMissingFrom(statement.titleStems, statement, other)
  if (unmatched.length === 0) return noUnmatchedStems
  if (statement.weakStems.length === 0) return [unmatched, noStems]
  const isWeakStem = (word: string): boolean =>
    statement.weakStems.includes(word) && !indicatesOtherPrice(word, statement)
  return [unmatched.filter((word) => !isWeakStem(word)), unmatched.filter(isWeakStem)]
}

/**
 * Returns the stems in `words`, which are stems of `statement`, that the other statement neither contains nor
 * implies.
 */
function stemsMissingFrom(
  words: readonly string[],
  statement: StatementProposition,
  other: StatementProposition,
): readonly string[] {
  if (words.every((word) => other.allStems.includes(word))) return noStems
  return words.filter(
    (word) => !other.allStems.includes(word) && !isImpliedBy(word, statement, other),
  )
}

const houseStem = toStem('house')

/**
 * Whether the other statement implies a stem that it does not contain. A congressional district implies the
 * House and its state, and an adjective ("Brazilian") implies the country.
 */
function isImpliedBy(
  word: string,
  statement: StatementProposition,
  { allStems }: StatementProposition,
): boolean {
  if (word === houseStem)
    return statement.allStems.some(isDistrictWord) && allStems.some(isDistrictWord)
  if (word.startsWith('st_')) return allStems.some((w) => w.startsWith(`dist_${word.slice(3)}_`))
  return allStems.some((w) => isDerivedWord(word, w) && !statement.allStems.includes(w))
}

function isDistrictWord(word: string): boolean {
  return word.startsWith('dist_')
}

/**
 * Minimum length of the word from which another word may be derived. Too many other words begin with a shorter word.
 */
const minDerivedFromLength = 6
const derivationalEndings = /^(?:a|an|ian|n|i|ic|al|ial|ly|ship|ment|ation|ion|or|er|e|y|ese)?$/

/**
 * Whether one word is derived from the other: true for "brazil" and "brazilian", false for "martin" and
 * "martinez".
 */
function isDerivedWord(a: string, b: string): boolean {
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  return (
    short.length >= minDerivedFromLength &&
    long.startsWith(short) &&
    derivationalEndings.test(long.slice(short.length))
  )
}

/**
 * Words that distinguish two names ("Trump Jr.", "Mortal Kombat II"), so the other name must not omit them.
 */
const nameDistinguishingWords: ReadonlySet<string> = new Set(
  'dem rep nominee jr sr ii iii iv vi vii viii ix'.split(' '),
)

const countryStems = new Set([...countryWords].map(toStem))

/**
 * Whether the subject is a club, or its name consists only of country words. Another spelling of such a name
 * may omit a country word: "England" in "New England" (a club in the lexicon), but not "Korean" in "Korean
 * Democratic Party".
 */
function isClubOrCountry(subject: Name): boolean {
  if (subject.clubs.length > 0) return true
  return stemsOf(subject).every((stem) => countryStems.has(stem))
}

/**
 * Whether an unmatched stem may be part of the subject's name, such as "Arizona" in "Arizona Diamondbacks".
 */
function isNamePart(word: string, { subject }: StatementProposition): boolean {
  if (word.startsWith('st_')) return subject !== null && stemsOf(subject).includes(word)
  if (countryStems.has(word)) return subject === null || isClubOrCountry(subject)
  return !/\d(?!\d*ers$)|_/.test(word) && !nameDistinguishingWords.has(word)
}
