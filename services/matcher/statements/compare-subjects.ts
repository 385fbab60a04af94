// Compares the subjects of two statements. They may be equal although their words differ: a name in two
// spellings, a club that is named by its city, a ticker code instead of a name, or an omitted actor.
import { clubsByCode, countriesByCode } from '../lexicon/codes.ts'
import { codeScore, nameScore, toName, type Name } from '../names.ts'
import type { StatementProposition } from '../proposition.ts'
import { canonicalWords, toStem } from '../words.ts'

/** Scores before costs are subtracted, by the way in which the subjects agree. */
const baseScores = {
  /** Every significant word of each statement is in the other. */
  allWords: 95,
  /**
   * One statement has only a ticker code of the subject, and the other the subject's name. The code fits the
   * name exactly (`codeFitScore` is 1).
   */
  matchingCode: 88,
  /** As `matchingCode`, but the code fits less exactly (`codeFitScore` is at least 0.9). */
  plausibleCode: 78,
  /** One statement has only one word of the name: "Starmer" for "Keir Starmer". */
  shortName: 79,
  /** Two names of one club ("Miami", "Miami Heat"), which are not at the beginning of the titles. */
  sameClub: 92,
  /** Only one statement names the actor: "xAI releases Grok 5" and "Grok 5 released". */
  omittedActor: 90,
}

export interface SubjectVerdict {
  readonly verdict: 'same' | 'different' | 'unknown'
  /** What differs, for display. null: the descriptions of the two subjects show it. */
  readonly detail: string | null
  readonly score: number
}

/**
 * Compares the subjects of two statements. `unmatchedStemsA` and `unmatchedStemsB` are the significant stems of each
 * statement that the other one lacks.
 */
export function compareSubjects(
  a: StatementProposition,
  b: StatementProposition,
  unmatchedStemsA: readonly string[],
  unmatchedStemsB: readonly string[],
): SubjectVerdict {
  if (unmatchedStemsA.length > maxUnmatchedStems || unmatchedStemsB.length > maxUnmatchedStems)
    return toDifferentVerdict(unmatchedStemsA, unmatchedStemsB)
  if (b.isSubjectInTicker && b.tickerCode !== null && a.subject !== null) {
    const fit = codeFitScore(b.tickerCode, b.leagues, a.subject)
    const codeMeansSubjectOfA =
      fit >= 0.9 && unmatchedStemsB.length === 0 && isPartOfSubject(unmatchedStemsA, a)
    const score = fit === 1 ? baseScores.matchingCode : baseScores.plausibleCode
    return { verdict: codeMeansSubjectOfA ? 'same' : 'different', detail: null, score }
  }
  if (unmatchedStemsA.length === 0 && unmatchedStemsB.length === 0) {
    if (
      b.isSubjectInTicker &&
      b.tickerCode !== null &&
      a.titleStems.some((word) => !b.allStems.includes(word))
    )
      return { verdict: 'unknown', detail: null, score: 0 }
    return {
      verdict: areRolesOrNamesDifferent(a, b) ? 'different' : 'same',
      detail: null,
      score: baseScores.allWords,
    }
  }
  if (
    isActorOmitted(a, b, unmatchedStemsA, unmatchedStemsB) ||
    isActorOmitted(b, a, unmatchedStemsB, unmatchedStemsA)
  )
    return { verdict: 'same', detail: null, score: baseScores.omittedActor }
  if (
    a.subject === null ||
    b.subject === null ||
    !isPartOfSubject(unmatchedStemsA, a) ||
    !isPartOfSubject(unmatchedStemsB, b)
  ) {
    if (containNamesOfSameClub(a, b, unmatchedStemsA, unmatchedStemsB))
      return { verdict: 'same', detail: null, score: baseScores.sameClub }
    return toDifferentVerdict(unmatchedStemsA, unmatchedStemsB)
  }
  if (haveDifferentNumberOfNames(a.subject, b.subject))
    return toDifferentVerdict(unmatchedStemsA, unmatchedStemsB)
  const similarity = nameScore(a.subject, b.subject)
  const isShort =
    similarity < 0.95 &&
    Math.min(a.subject.significantWords.length, b.subject.significantWords.length) === 1
  const score = isShort ? baseScores.shortName : 80 + similarity * 12
  return { verdict: similarity >= 0.85 ? 'same' : 'different', detail: null, score }
}

/**
 * Whether one subject lists more names than the other: "Putin and Zelenskyy", "Putin, Zelenskyy and Trump".
 */
function haveDifferentNumberOfNames(a: Name, b: Name): boolean {
  return a.clubs.length === 0 && b.clubs.length === 0 && countNames(a) !== countNames(b)
}

function countNames({ text }: Name): number {
  return text.split(/, | and | & /).length
}

/** Subjects with more unmatched stems count as different, because a name has at most 5 words. */
const maxUnmatchedStems = 5

/** Returns the verdict "different", with the unmatched stems of both statements. */
function toDifferentVerdict(aStems: readonly string[], bStems: readonly string[]): SubjectVerdict {
  const words = `${aStems.join(' ')} ${bStems.join(' ')}`.trim()
  return { verdict: 'different', detail: `${words} on one side only`, score: 0 }
}

/**
 * Returns how well a ticker code fits a name, from 0 to 1. The score is 1 if the lexicon lists the code for
 * this name or if the code consists of the initial of its first word and the beginning of its last word.
 */
function codeFitScore(code: string, leagues: readonly string[], name: Name): number {
  for (const league of leagues) {
    const club = clubsByCode.get(`${league} ${code}`)
    if (club !== undefined && name.clubs.length > 0) return name.clubs.includes(club) ? 1 : 0
  }
  const country = countriesByCode.get(code)
  if (country !== undefined && nameScore(toName(country), name) === 1) return 1
  return codeScore(code, name)
}

/** Verbs for which the order of the two names does not matter. */
const symmetricVerbs = [
  'meet',
  'marry',
  'divorce',
  'merge',
  'engage',
  'ceasefire',
  'peacedeal',
  'normalise',
].map(toStem)

/**
 * Whether the subjects differ although all significant words agree. Either the roles are exchanged ("A jails
 * B", "B jails A"), or the names consist of insignificant words. Subjects from a subtitle are not checked.
 */
function areRolesOrNamesDifferent(a: StatementProposition, b: StatementProposition): boolean {
  if (a.subject === null || b.subject === null || a.subject === b.subject) return false
  if (![a, b].every(({ title, subject }) => title.includes(subject?.text ?? ''))) return false
  if (symmetricVerbs.some((stem) => a.allStems.includes(stem) && b.allStems.includes(stem)))
    return false
  const [aStems, bStems] = [stemsOf(a.subject), stemsOf(b.subject)]
  // the parser may have found only part of a subject ("Alternative" of "Alternative for Germany"), so the
  // subjects are compared only if all their stems are also stems of the statements
  if (
    !aStems.every((stem) => a.allStems.includes(stem)) ||
    !bStems.every((stem) => b.allStems.includes(stem))
  )
    return false
  if (nameScore(a.subject, b.subject) > 0 || aStems.some((stem) => bStems.includes(stem)))
    return false
  // a title without "Will" may not begin with a name ("New pandemic in 2026?"), so the subjects count as different
  // only if each statement contains the stems of both
  if ([a, b].every(({ title }) => title.startsWith('Will '))) return true
  return (
    aStems.every((stem) => b.allStems.includes(stem)) &&
    bStems.every((stem) => a.allStems.includes(stem))
  )
}

/** Whether all unmatched stems belong to the name of the statement's subject. */
function isPartOfSubject(
  unmatchedStems: readonly string[],
  { subject }: StatementProposition,
): boolean {
  return unmatchedStems.every((stem) => subject !== null && stemsOf(subject).includes(stem))
}

const stemsByName = new WeakMap<Name, readonly string[]>()

/** Returns the stems of all words of a name, each once. The result is cached as long as the name is in use. */
export function stemsOf(name: Name): readonly string[] {
  const known = stemsByName.get(name)
  if (known !== undefined) return known
  const found = [...new Set(canonicalWords(name.text).map(toStem))]
  stemsByName.set(name, found)
  return found
}

/** Verbs whose object determines the actor: only the maker of a product can release it. */
export const soleActorVerbs: readonly string[] = ['release', 'invoke'].map(toStem)

/**
 * Whether only the first statement names the actor and the second one may omit it: "Will xAI release Grok 5?"
 * and "Grok 5 released?", because only xAI can release Grok 5.
 */
function isActorOmitted(
  statement: StatementProposition,
  other: StatementProposition,
  unmatchedStems: readonly string[],
  otherUnmatchedStems: readonly string[],
): boolean {
  if (otherUnmatchedStems.length > 0 || statement.subject === null) return false
  if (
    !soleActorVerbs.some(
      (stem) => statement.allStems.includes(stem) && other.allStems.includes(stem),
    )
  )
    return false
  const nameStems = stemsOf(statement.subject)
  return (
    unmatchedStems.length === nameStems.length &&
    unmatchedStems.every((stem) => nameStems.includes(stem))
  )
}

/** Whether the unmatched stems of both statements belong to two names of the same club. */
function containNamesOfSameClub(
  a: StatementProposition,
  b: StatementProposition,
  unmatchedStemsA: readonly string[],
  unmatchedStemsB: readonly string[],
): boolean {
  const namesOfB = capitalizedNames(b).filter((name) => containsAllStems(name, unmatchedStemsB))
  return capitalizedNames(a)
    .filter((name) => containsAllStems(name, unmatchedStemsA))
    .some(({ clubs }) => namesOfB.some((name) => name.clubs.some((club) => clubs.includes(club))))
}

function containsAllStems(name: Name, unmatchedStems: readonly string[]): boolean {
  const nameStems = stemsOf(name)
  return unmatchedStems.every((stem) => nameStems.includes(stem))
}

const namesByProposition = new WeakMap<StatementProposition, readonly Name[]>()

/** Returns the capitalized phrases in the title as names. A phrase that begins the title is not included. */
function capitalizedNames(proposition: StatementProposition): readonly Name[] {
  const known = namesByProposition.get(proposition)
  if (known !== undefined) return known
  const found =
    proposition.title
      .slice(0, 300)
      .match(/(?<= )\p{Lu}[\p{L}\d.'’-]*(?: \p{Lu}[\p{L}\d.'’-]*){0,4}/gu) ?? []
  const names = found.map((text) => toName(text))
  namesByProposition.set(proposition, names)
  return names
}
