// Whether two sentences are about the same person, team or thing, where their words alone do not tell:
// a name in two spellings, the city of a club, the letters of a ticker, who is left unsaid.
import type { Reason } from '../comparison.ts'
import { clubsByCode, countriesByCode } from '../lexicon/codes.ts'
import { codeScore, nameScore, toName, type Name } from '../names.ts'
import type { StatementClaim } from '../proposition.ts'
import { canonicalWords, toStem } from '../words.ts'

const scores = {
  /** Every word of one is in the other. */
  words: 95,
  /** Of whom it is, is told by letters in the ticker that are made from the name ... */
  code: 88,
  /** ... or only fit it. */
  vagueCode: 78,
  /** One word of a name of several: "Starmer". */
  shortName: 79,
  /** "Miami" and "Miami Heat", where they are not what it begins with. */
  club: 92,
  /** Who is to release it is told on one side only. */
  agent: 90,
}

export interface SubjectVerdict {
  readonly verdict: Reason['verdict']
  readonly evidence: string
  readonly score: number
}

/** `left`: words that tell, and that the other side does not have. */
export function compareSubjects(
  a: StatementClaim,
  b: StatementClaim,
  leftOfA: readonly string[],
  leftOfB: readonly string[],
): SubjectVerdict {
  if (leftOfA.length > mostLeft || leftOfB.length > mostLeft) return areLeft(leftOfA, leftOfB)
  const evidence = `${a.subject?.text ?? leftOfA.join(' ')} and ${b.subject?.text ?? b.code ?? leftOfB.join(' ')}`
  if (b.isOpen && b.code !== null && a.subject !== null) {
    const fit = fitOf(b.code, b.leagues, a.subject)
    const isOfA = fit >= 0.9 && leftOfB.length === 0 && isPartOf(leftOfA, a)
    const score = fit === 1 ? scores.code : scores.vagueCode
    return { verdict: isOfA ? 'same' : 'different', evidence, score }
  }
  if (leftOfA.length === 0 && leftOfB.length === 0) {
    if (b.isOpen && b.code !== null && a.own.some((word) => !b.all.has(word)))
      return { verdict: 'unknown', evidence, score: 0 }
    return { verdict: areOthers(a, b) ? 'different' : 'same', evidence, score: scores.words }
  }
  if (isAgentUnsaid(a, b, leftOfA, leftOfB) || isAgentUnsaid(b, a, leftOfB, leftOfA))
    return { verdict: 'same', evidence, score: scores.agent }
  if (a.subject === null || b.subject === null || !isPartOf(leftOfA, a) || !isPartOf(leftOfB, b)) {
    if (areOfOneClub(a, b, leftOfA, leftOfB))
      return { verdict: 'same', evidence, score: scores.club }
    return areLeft(leftOfA, leftOfB)
  }
  if (areOtherLists(a.subject, b.subject)) return areLeft(leftOfA, leftOfB)
  const likeness = nameScore(a.subject, b.subject)
  const isShort = likeness < 0.95 && Math.min(a.subject.words.length, b.subject.words.length) === 1
  const score = isShort ? scores.shortName : 80 + likeness * 12
  return { verdict: likeness >= 0.85 ? 'same' : 'different', evidence, score }
}

/** "Putin and Zelenskyy" and "Putin, Zelenskyy and Trump". */
function areOtherLists(a: Name, b: Name): boolean {
  return a.clubs.length === 0 && b.clubs.length === 0 && countNames(a) !== countNames(b)
}

function countNames({ text }: Name): number {
  return text.split(/, | and | & /).length
}

/** No name has more words. */
const mostLeft = 5

function areLeft(ofA: readonly string[], ofB: readonly string[]): SubjectVerdict {
  const evidence = `${ofA.join(' ')} ${ofB.join(' ')}`.trim()
  return { verdict: 'different', evidence: `${evidence} on one side only`, score: 0 }
}

/** 1: the letters are known to be, or made from, the name. */
function fitOf(code: string, leagues: readonly string[], name: Name): number {
  for (const league of leagues) {
    const club = clubsByCode.get(`${league} ${code}`)
    if (club !== undefined && name.clubs.length > 0) return name.clubs.includes(club) ? 1 : 0
  }
  const country = countriesByCode.get(code)
  if (country !== undefined && nameScore(toName(country), name) === 1) return 1
  return codeScore(code, name)
}

/** What two do with each other, whoever is named first. */
const mutual = [
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
 * Two names that have nothing in common: the same words with the parts turned (who jails whom), or
 * names of words that tell nothing. A subtitle has no part in a sentence.
 */
function areOthers(a: StatementClaim, b: StatementClaim): boolean {
  if (a.subject === null || b.subject === null || a.subject === b.subject) return false
  if (![a, b].every(({ title, subject }) => title.includes(subject?.text ?? ''))) return false
  if (mutual.some((stem) => a.all.has(stem) && b.all.has(stem))) return false
  const [ofA, ofB] = [[...stemsOf(a.subject)], stemsOf(b.subject)]
  // what is only the beginning of one means nothing by itself: "Alternative" for Germany
  if (!ofA.every((stem) => a.all.has(stem)) || ![...ofB].every((stem) => b.all.has(stem)))
    return false
  if (nameScore(a.subject, b.subject) > 0 || ofA.some((stem) => ofB.has(stem))) return false
  // what a headline begins with may be no name: "New pandemic in 2026?"
  if ([a, b].every(({ title }) => title.startsWith('Will '))) return true
  return ofA.every((stem) => b.all.has(stem)) && [...ofB].every((stem) => a.all.has(stem))
}

/** Whether all that is left over belongs to the name it is about. */
function isPartOf(left: readonly string[], { subject }: StatementClaim): boolean {
  return left.every((stem) => subject !== null && stemsOf(subject).has(stem))
}

const stems = new WeakMap<Name, ReadonlySet<string>>()

export function stemsOf(name: Name): ReadonlySet<string> {
  const known = stems.get(name)
  if (known !== undefined) return known
  const found = new Set(canonicalWords(name.text).map(toStem))
  stems.set(name, found)
  return found
}

/** What only one can do. */
export const makes: readonly string[] = ['release', 'invoke'].map(toStem)

/** "Will xAI release Grok 5" and "Grok 5 released": there is one who can. */
function isAgentUnsaid(
  own: StatementClaim,
  other: StatementClaim,
  left: readonly string[],
  leftOfOther: readonly string[],
): boolean {
  if (leftOfOther.length > 0 || own.subject === null) return false
  if (!makes.some((stem) => own.all.has(stem) && other.all.has(stem))) return false
  const ofName = stemsOf(own.subject)
  return left.length === ofName.size && left.every((stem) => ofName.has(stem))
}

/** What is left over belongs to the names of one club. */
function areOfOneClub(
  a: StatementClaim,
  b: StatementClaim,
  leftOfA: readonly string[],
  leftOfB: readonly string[],
): boolean {
  const namesOfB = namesIn(b).filter((name) => hasAll(name, leftOfB))
  return namesIn(a)
    .filter((name) => hasAll(name, leftOfA))
    .some(({ clubs }) => namesOfB.some((name) => name.clubs.some((club) => clubs.includes(club))))
}

function hasAll(name: Name, left: readonly string[]): boolean {
  const ofName = stemsOf(name)
  return left.every((stem) => ofName.has(stem))
}

const names = new WeakMap<StatementClaim, readonly Name[]>()

/** Words with a capital that stand side by side; the first word of a sentence is none of them. */
function namesIn(claim: StatementClaim): readonly Name[] {
  const known = names.get(claim)
  if (known !== undefined) return known
  const found =
    claim.title.slice(0, 300).match(/(?<= )\p{Lu}[\p{L}\d.'’-]*(?: \p{Lu}[\p{L}\d.'’-]*){0,4}/gu) ??
    []
  const read = found.map((text) => toName(text))
  names.set(claim, read)
  return read
}
