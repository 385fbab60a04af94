// Parses a market that is not about a contest into a statement: significant stems (words without endings),
// number, time, party, subject and action.
import { copyOfText } from '../../lib/run/copy-of-text.ts'
import { joinQuestion } from '../../domain/question.ts'
import { rewriteSynonymousPhrases } from '../lexicon/rewrites.ts'
import {
  comparisonWords,
  rankingUnitWords,
  rankingWords,
  leagueWords,
  weakWords,
  stopWords,
} from '../lexicon/word-weights.ts'
import { hasTickers, tickerSuffixOf, type MatcherInput } from '../matcher-input.ts'
import type { Name } from '../names.ts'
import type { Action, UnreadableProposition, StatementProposition } from '../proposition.ts'
import { parseWindow } from '../windows.ts'
import { canonicalWords, normalizeToPlainText, toStem } from '../words.ts'
import { actionOf, actionOfTitle, asksForFinalWinner } from './actions.ts'
import { optionalStemsIn } from './optional-parts.ts'
import { toExclusiveWordBits } from './exclusive-words.ts'
import { meaningsInContext, type MeaningsInContext } from './context-meanings.ts'
import {
  areSameAfterRounding,
  rangesOfTitleAndSubtitle,
  roundRange,
  rangeOfTicker,
  stepSizeOf,
  withoutBoundNumbers,
} from './numbers.ts'
import { isPlaceholder } from './placeholders.ts'
import { omitsSubject, parseSubject } from './subject.ts'

const months =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/
const year = /^20[2-4]\d$/

export function parseStatement(input: MatcherInput): StatementProposition | UnreadableProposition {
  const { title, subtitle, eventTitle } = input
  const text = joinQuestion({ title, subtitle })
  const plainTitle = toPlainText(title)
  const plainSubtitle = subtitle === null ? null : toPlainText(subtitle)
  const plainText = plainSubtitle === null ? plainTitle : `${plainTitle} - ${plainSubtitle}`
  if (isPlaceholder(text)) return { kind: 'unreadable', reason: 'the title is a placeholder' }
  if (!firstOutcomeIsYes(input))
    return { kind: 'unreadable', reason: 'the first outcome is not Yes' }

  const titleWords = wordsOfTitles(title, subtitle)
  if (titleWords.every((word) => stopWords.has(word)))
    return { kind: 'unreadable', reason: 'no title' }
  const { words: eventWords, action: actionOfEvent } = parseEvent(eventTitle)
  const tickerSuffix = tickerSuffixOf(input)
  const [textRange, subtitleRange] = rangesOfTitleAndSubtitle(plainTitle, plainSubtitle)
  const tickerRange = textRange === null ? rangeOfTicker(tickerSuffix, plainText, titleWords) : null
  const tickerCode = tickerRange === null ? (tickerSuffix?.match(/[A-Z]+/g)?.at(-1) ?? null) : null
  const isSubjectOmitted =
    subtitle === null &&
    tickerRange === null &&
    omitsSubject(title, titleWords, (word) => stopWords.has(word) || eventWords.includes(word))
  const partyOfTicker =
    isSubjectOmitted && tickerCode !== null ? (partyByCode.get(tickerCode) ?? null) : null
  const words = partyOfTicker === null ? titleWords : [...titleWords, partyOfTicker]
  const range = textRange ?? tickerRange
  const hasRange = range !== null
  const meanings = meaningsInContext(new Set([...words, ...eventWords].map(toStem)), range)
  const allStems = meanings.allStems
  const subject = parseSubject(title, subtitle)
  const isNegated = isNegatedTitle(title, subject)
  const assertedWords = isNegated ? words.filter((word) => word !== 'not') : words
  const quoted = quotedWords(text, input)
  const stems = significantStems(assertedWords, quoted, hasRange, meanings)
  const titleStems = withoutBoundNumbers(withoutBoundNumbers(stems, textRange), subtitleRange)
  const stepSize = stepSizeOf(allStems, range)
  if (
    textRange !== null &&
    subtitleRange !== null &&
    !areSameAfterRounding(textRange, subtitleRange, stepSize)
  )
    return { kind: 'unreadable', reason: 'title and subtitle state different numbers' }
  const optionalStems = optionalStemsOf(title, plainText)
  return {
    kind: 'statement',
    title,
    // slice() copies an array without its spare capacity, which would take 100 bytes for each array
    titleStems: titleStems.slice(),
    weakStems: weakStemsOf(titleStems, optionalStems, allStems),
    optionalStems,
    eventStems: significantStems(eventWords, noStems, hasRange, meanings).slice(),
    allStems: [...allStems],
    leagues: leaguesOf(input, allStems),
    exclusiveWords: toExclusiveWordBits(titleWords, eventWords),
    party: partyOf(words) ?? onlyPartyOf(eventWords),
    asksForFinalWinner: asksForFinalWinner(plainText, titleWords),
    action: actionOfTitle(title, subject, plainText, titleWords) ?? actionOfEvent,
    range: range === null ? null : roundRange(range, stepSize),
    stepSize,
    isNegated,
    window: parseWindow(input),
    subject,
    isSubjectInTicker: isSubjectOmitted && partyOfTicker === null,
    tickerCode,
  }
}

const noStems: ReadonlySet<string> = new Set()
/** An empty list of words, which all markets share to save memory. */
const noWords: readonly string[] = []

const partyWords: ReadonlySet<string> = new Set(['dem', 'rep', 'd', 'r'])

/**
 * Returns the canonical words of title and subtitle. If the subtitle only repeats a name of the title and
 * adds a party ("Will Roy Cooper win? — Roy Cooper (D)"), the party is left out.
 */
function wordsOfTitles(title: string, subtitle: string | null): readonly string[] {
  const words = canonicalWords(title)
  if (subtitle === null) return words
  const others = canonicalWords(subtitle)
  const named = others.filter((word) => !partyWords.has(word))
  const repeatsTitle =
    title.startsWith('Will ') && named.length > 0 && named.every((word) => words.includes(word))
  return [...words, ...(repeatsTitle ? named : others)]
}

/**
 * Whether the first outcome is "Yes" or the labels are not known. With outcomes such as "Up" and "Down" the
 * title does not say which of them it asserts.
 */
function firstOutcomeIsYes({ outcomes }: MatcherInput): boolean {
  return outcomes === null || /^yes$/i.test(outcomes[0] ?? '')
}

/**
 * Whether "not" directly after the subject negates the question, as in "Will Russia not invade Moldova?" In
 * any other place "not" is a significant word.
 */
function isNegatedTitle(title: string, subject: Name | null): boolean {
  return subject !== null && title.startsWith('Will ') && title.includes(`${subject.text} not `)
}

/** Returns the plain text, with one wording for all synonymous phrases. */
export function toPlainText(text: string): string {
  return rewriteSynonymousPhrases(normalizeToPlainText(text.replaceAll('º', '°')))
}

interface ParsedEvent {
  readonly words: readonly string[]
  readonly action: Action | null
}

const eventCache = new Map<string, ParsedEvent>()
/** Maximum number of events in the cache, which limits its memory. A full cache is emptied. */
const maxCachedEvents = 20_000

/**
 * Parses the title of an event. The result is cached, because all markets of an event have the same title.
 */
function parseEvent(title: string): ParsedEvent {
  const known = eventCache.get(title)
  if (known !== undefined) return known
  const parsedEvent = { words: canonicalWords(title), action: actionOf(toPlainText(title), []) }
  if (eventCache.size >= maxCachedEvents) eventCache.clear()
  eventCache.set(copyOfText(title), parsedEvent)
  return parsedEvent
}

const leagueOfSeries = /^KX(NBA|WNBA|NFL|MLB|NHL|MLS)/

function leaguesOf(input: MatcherInput, allStems: ReadonlySet<string>): readonly string[] {
  const named = [...allStems].filter((word) => leagueWords.has(word))
  const leagueOfTicker = hasTickers(input)
    ? leagueOfSeries.exec(input.eventNativeId)?.[1]?.toLowerCase()
    : undefined
  if (named.length > 0) return named.slice()
  return leagueOfTicker === undefined ? noWords : [leagueOfTicker]
}

const connectives: ReadonlySet<string> = new Set(['a', 'an', 'and', 'the', 'of', 'in', 'on', 'to'])

/**
 * Returns the words in quotation marks, which name a work, and the words that somebody has to say for the
 * market to pay. All of them are significant, even those that are stop words in other questions.
 */
function quotedWords(text: string, { title, subtitle }: MatcherInput): ReadonlySet<string> {
  const inQuotes = /["“”]/.test(text) ? text.match(/["“][^"“”]{1,80}["”]/g) : null
  const wordsToSay = subtitle !== null && /\bsay\b/.test(title) ? [subtitle] : []
  const quoted = [...(inQuotes ?? []), ...wordsToSay]
  if (quoted.length === 0) return noStems
  return new Set(
    quoted.flatMap((words) => canonicalWords(words)).filter((word) => !connectives.has(word)),
  )
}

/**
 * Captures the office that a person leaves: "Supreme Leader of Iran" in "Khamenei out as Supreme Leader of Iran?" An
 * equal question may omit the office, because the name of the person is enough to identify it.
 */
const leftOfficePattern =
  /\b(?:out|leaves?)(?: office)? as (?:the )?([^?]{1,60}?)(?= (?:by|before|in|on|at|during|through|until|this)\b|\?|$)/

function optionalStemsOf(title: string, plainText: string): readonly string[] {
  const ofTitle = optionalStemsIn(title)
  const officeLeft = leftOfficePattern.exec(plainText)?.[1]
  return officeLeft === undefined
    ? ofTitle
    : [...ofTitle, ...canonicalWords(officeLeft).map(toStem)]
}

/** With one of these stems "most" is a weak word, because to win the most seats means to win the election. */
const electionStems: readonly string[] = ['seat', 'seats', 'election', 'parliament', 'votes'].map(
  toStem,
)

function weakStemsOf(
  titleStems: readonly string[],
  optionalStems: readonly string[],
  allStems: ReadonlySet<string>,
): readonly string[] {
  const weakStems = titleStems.filter(
    (stem) =>
      allWeakStems.has(stem) &&
      !optionalStems.includes(stem) &&
      (stem !== mostStem || electionStems.some((w) => allStems.has(w))),
  )
  return weakStems.length === 0 ? noWords : weakStems.slice()
}

const mostStem = toStem('most')
const allWeakStems = new Set([...weakWords].map(toStem))

const partyByCode: ReadonlyMap<string, 'dem' | 'rep'> = new Map([
  ['D', 'dem'],
  ['DEM', 'dem'],
  ['R', 'rep'],
  ['REP', 'rep'],
  ['GOP', 'rep'],
])

function partyOf(words: readonly string[]): StatementProposition['party'] {
  const [dem, rep] = [words.includes('dem'), words.includes('rep')]
  return dem ? (rep ? 'both' : 'dem') : rep ? 'rep' : null
}

/** Returns the party if the words name only one party, as in "Texas Republican Senate Primary Winner". */
function onlyPartyOf(words: readonly string[]): 'dem' | 'rep' | null {
  const party = partyOf(words)
  return party === 'both' ? null : party
}

/**
 * Returns the stems of the significant words, each once. `quotedWords` are always significant. `hasRange`:
 * the statement has a number, so words such as "above" are expressed by its range.
 */
function significantStems(
  words: readonly string[],
  quotedWords: ReadonlySet<string>,
  hasRange: boolean,
  meanings: MeaningsInContext,
): readonly string[] {
  const isRanking = words.some((word) => rankingWords.has(word))
  const significant = words.filter((word, i) => {
    if (quotedWords.has(word)) return true
    if (comparisonWords.has(word)) return !hasRange
    if (rankingUnitWords.has(word)) return isRanking
    if (stopWords.has(word) || leagueWords.has(word)) return false
    return !isMonthOrYear(word) && !isDayOfMonth(word, words[i - 1] ?? '', words[i - 2] ?? '')
  })
  const stems = significant.map((word) => {
    const stem = toStem(word)
    return quotedWords.has(word) ? stem : (meanings.replacements.get(stem) ?? stem)
  })
  return [...new Set(stems)].filter((stem) => stem !== '')
}

function isMonthOrYear(word: string): boolean {
  return months.test(word) || year.test(word)
}

/** Whether a number is the first or second day in a date such as "May 8-15", which is part of the window. */
function isDayOfMonth(word: string, previousWord: string, wordBeforePrevious: string): boolean {
  if (!/^\d{1,2}(?:st|nd|rd|th)?$/.test(word)) return false
  return (
    months.test(previousWord) ||
    (months.test(wordBeforePrevious) && /^\d{1,2}(?:st|nd|rd|th)?$/.test(previousWord))
  )
}
