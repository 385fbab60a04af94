// Parses contests of platforms with tickers. On these platforms many markets have the same title, and only
// the subtitle or the ticker distinguishes them.
import { marketGroupWords } from '../lexicon/contest-words.ts'
import type { League } from '../lexicon/name-words.ts'
import {
  esportOfSeries,
  guestFirstSeries,
  leagueSeries,
  minimumInTickerSeries,
  tennisSeries,
  womensSeries,
} from '../lexicon/ticker-series.ts'
import { dayInTicker, tickerSuffixOf, type MatcherInput } from '../matcher-input.ts'
import { restrictToLeague, toWomensTeam, toName } from '../names.ts'
import type { ContestProposition } from '../proposition.ts'
import { normalizeToPlainText } from '../words.ts'
import { extractPeriod } from './periods.ts'
import type { TitleReading, ContestContext } from './forms/form.ts'
import { readTitle } from './read-title.ts'
import {
  toWomensTeams,
  parseVersusTitle,
  sideByCode,
  sideByName,
  type Side,
  type Sides,
  type VersusTitle,
} from './sides.ts'
import { parseUnit } from './wording.ts'

export function parseTickerContest(input: MatcherInput): ContestProposition | null {
  const event = parseEventSides(input)
  if (!event) return null
  const series = input.eventNativeId.split('-')[0] ?? ''
  const sides = sidesInLeague(event, series)
  const esport = esportOfSeries(series)
  const context: ContestContext = {
    sides,
    isEsports: esport !== null,
    isTennis: tennisSeries.test(series),
  }
  const found = readMarketQuestion(input, context, event)
  const reading = found && !event.hasUnknownSide && isKnownMarketGroup(event, sides) ? found : null
  const ticker = dayInTicker(input.eventNativeId)
  return {
    kind: 'contest',
    sides: sidesWithFullName(sides, reading, input),
    esport,
    day: ticker?.day ?? input.day,
    deadline: input.deadline,
    measure: reading?.measure ?? `unknown: ${input.title}`,
    period: reading === null ? 'all' : periodOf(reading, event, context),
    side: reading?.side ?? null,
    player: reading?.player ?? null,
    atLeast: reading?.atLeast ?? null,
    outcomeSides: null,
    payingOutcome: 0,
    resolvesNoOnDraw: false,
  }
}

/** Returns the two sides of the event title or, if there is none, of the market title. */
function parseEventSides({ eventTitle, title }: MatcherInput): VersusTitle | null {
  if (eventTitle !== '') return parseVersusTitle(eventTitle)
  const found = parseVersusTitle(title.replace(/^will .+? win (?:the )?/i, ''))
  return found && { ...found, suffix: '' }
}

const leagues: readonly League[] = ['nba', 'wnba', 'nhl', 'mlb', 'nfl']

function leagueOfSeries(series: string): League | null {
  const code = leagueSeries
    .exec(series)
    ?.slice(1)
    .find((found) => found !== undefined)
  return leagues.find((league) => league === code?.toLowerCase()) ?? null
}

/**
 * Returns the sides, restricted to clubs that play in the league of the series, and to women's
 * teams in a women's league.
 */
function sidesInLeague({ sides, prefix }: VersusTitle, series: string): Sides {
  const league = leagueOfSeries(series)
  const [first, second] = toWomensTeams(
    [restrictToLeague(sides[0], league), restrictToLeague(sides[1], league)],
    prefix,
  )
  return womensSeries.test(series) ? [toWomensTeam(first), toWomensTeam(second)] : [first, second]
}

/**
 * Returns the sides, with the full name of the side that the market is about. Event titles contain only
 * surnames; market titles contain full names, which distinguish two players with the same surname
 * (Cerundolo).
 */
function sidesWithFullName(
  sides: Sides,
  titleReading: TitleReading | null,
  { title, subtitle }: MatcherInput,
): Sides {
  const side = titleReading?.side ?? null
  const text = /^will (?:the )?(.+?) win\b/i.exec(title)?.[1] ?? subtitle
  if (side === null || text === null || sides[side].clubs.length > 0) return sides
  if (sideByName(sides, text) !== side) return sides
  const fullName = toName(text)
  if (
    fullName.significantWords.length <= sides[side].significantWords.length ||
    fullName.clubs.length > 0
  )
    return sides
  return side === 0 ? [fullName, sides[1]] : [sides[0], fullName]
}

/**
 * "Regular time:" before a title. In football (soccer) all markets on a match settle at the end of regular
 * time.
 */
const regularTimePrefix = /^reg(?:ular|ulation)?\.? time:? /i

/**
 * Returns what a market asks: from its title and, if several markets have this title, from its subtitle or
 * ticker. Returns null if the form parsers do not recognize the question.
 */
function readMarketQuestion(
  input: MatcherInput,
  context: ContestContext,
  { prefix }: VersusTitle,
): TitleReading | null {
  const { subtitle } = input
  const title = input.title.replace(regularTimePrefix, '')
  const repeatsPrefix = prefix !== '' && title.startsWith(prefix)
  const titleReading = readTitle(
    repeatsPrefix ? title.slice(prefix.length).replace(/^[\s:-]+/, '') : title,
    context,
  )
  if (title !== input.title && guestFirstSeries.test(input.eventNativeId)) return null
  if (titleReading === null || titleReading.missingPart === null) return titleReading
  const subtitleReading =
    subtitle === null || subtitle === title ? null : readTitle(subtitle, context)
  if (titleReading.missingPart === 'side')
    return addMissingSide(titleReading, input, context, subtitleReading)
  if (subtitleReading && subtitleReading.missingPart === null)
    return subtitleReading.measure.split(' ')[0] === titleReading.measure.split(' ')[0]
      ? {
          ...subtitleReading,
          measure: titleReading.measure,
          period: periodOfEither(titleReading, subtitleReading),
        }
      : null
  return subtitle === null ? addNumberOfTicker(titleReading, input, context) : null
}

/** Returns the period of the title or, if it states none, of the subtitle. */
function periodOfEither(titleReading: TitleReading, subtitleReading: TitleReading): string {
  return titleReading.period === 'all' ? subtitleReading.period : titleReading.period
}

/**
 * Completes a title such as "A vs B Winner?" with the side: from the subtitle or, if there is none, from the
 * code in the last part of the ticker. Returns null if the side cannot be determined.
 */
function addMissingSide(
  titleReading: TitleReading,
  input: MatcherInput,
  { sides }: ContestContext,
  subtitleReading: TitleReading | null,
): TitleReading | null {
  const suffix = tickerSuffixOf(input) ?? ''
  const isWinner = titleReading.measure === 'winner'
  if (isWinner && (/^(?:TIE|DRAW)$/.test(suffix) || subtitleReading?.measure === 'draw'))
    return { ...titleReading, measure: 'draw', missingPart: null }
  if (
    input.subtitle !== null &&
    subtitleReading &&
    subtitleReading.missingPart === null &&
    isWinner
  )
    return { ...subtitleReading, period: periodOfEither(titleReading, subtitleReading) }
  const side =
    input.subtitle !== null
      ? sideByName(sides, normalizeToPlainText(input.subtitle))
      : sideOfTickerCode(input, sides, suffix)
  return side === null ? null : { ...titleReading, side, missingPart: null }
}

/**
 * Completes a title such as "A vs B: Total Goals" with the number in the last part of the ticker, and with
 * the side if the ticker contains one. Returns null if the number or side cannot be determined.
 */
function addNumberOfTicker(
  titleReading: TitleReading,
  input: MatcherInput,
  { sides }: ContestContext,
): TitleReading | null {
  const series = input.eventNativeId.split('-')[0] ?? ''
  const { code, number } = splitCodeAndNumber(tickerSuffixOf(input) ?? '', sideCodesOf(input))
  if (number === null || (code === '') !== (titleReading.missingPart === 'number')) return null
  const side = code === '' ? null : sideOfTickerCode(input, sides, code)
  if (code !== '' && side === null) return null
  const isNumberBelowMinimum = !minimumInTickerSeries.test(series)
  return {
    ...titleReading,
    side,
    atLeast: number + (isNumberBelowMinimum ? 1 : 0),
    missingPart: null,
  }
}

/**
 * Splits the last part of a ticker into code and number: "M051" into M05 and 1 if M05 is the code of a side.
 */
function splitCodeAndNumber(
  suffix: string,
  codes: string,
): { readonly code: string; readonly number: number | null } {
  for (let digits = 1; digits <= 3 && digits <= suffix.length; digits += 1) {
    const [code, number] = [suffix.slice(0, -digits), suffix.slice(-digits)]
    if (/^\d+$/.test(number) && (code === '' || codes.startsWith(code) || codes.endsWith(code)))
      return { code, number: Number(number) }
  }
  return { code: '', number: null }
}

function sideOfTickerCode(input: MatcherInput, sides: Sides, code: string): Side | null {
  const series = input.eventNativeId.split('-')[0] ?? ''
  const isReversed = / (?:at|@) /.test(input.eventTitle) && !guestFirstSeries.test(series)
  return sideByCode(sides, code, sideCodesOf(input), isReversed)
}

/** Returns the codes of both sides in an event ticker: "VGKANA" for `KXNHLSERIES-26VGKANAR2`. */
function sideCodesOf({ eventNativeId }: MatcherInput): string {
  return (
    dayInTicker(eventNativeId)?.sideCodes ??
    (/-\d\d([A-Z]{4,})/.exec(eventNativeId)?.[1] ?? '').replace(/R$/, '')
  )
}

/** Returns the period of the market title or, if it states none, of the event title. */
function periodOf(
  { period, measure }: TitleReading,
  { prefix, suffix }: VersusTitle,
  { isEsports }: ContestContext,
): string {
  if (period !== 'all' || measure === 'advance') return period
  return extractPeriod(normalizeToPlainText(`${prefix}: ${suffix}`), isEsports)?.period ?? 'unknown'
}

/**
 * Whether all words after the sides in an event title ("Player Points") are known. If one is not known, the
 * markets of the event may be about something that the matcher does not recognize.
 */
function isKnownMarketGroup({ suffix }: VersusTitle, sides: Sides): boolean {
  const rest =
    extractPeriod(normalizeToPlainText(suffix.replace(/\([^()]*\)/g, '')), false)?.remainingText ??
    suffix
  return parseUnit(rest).otherWords.every(
    (word) =>
      marketGroupWords.has(word) ||
      /^\d+$/.test(word) ||
      sides.some(({ knownWords }) => knownWords.includes(word)),
  )
}
