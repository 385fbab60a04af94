// platform_b's markets about a contest. Many have one title for all; subtitle or ticker tell which.
import { labels } from '../lexicon/contest-words.ts'
import type { League } from '../lexicon/names.ts'
import {
  gameOfSeries,
  guestFirst,
  leagueSeries,
  leastInTicker,
  tennisSeries,
  womensSeries,
} from '../lexicon/series.ts'
import { dayInTicker, suffixOf, type Listing } from '../listing.ts'
import { inLeague, ofWomen, toName } from '../names.ts'
import type { ContestClaim } from '../proposition.ts'
import { toPlain } from '../words.ts'
import { takePeriod } from './periods.ts'
import type { Reading, Topic } from './forms/form.ts'
import { readTitle } from './reading.ts'
import {
  ofTheirSquads,
  parseVersus,
  sideCoded,
  sideNamed,
  type Side,
  type Sides,
  type Versus,
} from './sides.ts'
import { countedIn } from './wording.ts'

export function parsePlatformBContest(listing: Listing): ContestClaim | null {
  const event = contestOf(listing)
  if (!event) return null
  const series = listing.eventNativeId.split('-')[0] ?? ''
  const sides = sidesIn(event, series)
  const game = gameOfSeries(series)
  const topic: Topic = { sides, isEsports: game !== null, isTennis: tennisSeries.test(series) }
  const found = readMarket(listing, topic, event)
  const reading = found && !event.isOpen && isKnownGroup(event, sides) ? found : null
  const ticker = dayInTicker(listing.eventNativeId)
  return {
    kind: 'contest',
    sides: withFullName(sides, reading, listing),
    game,
    day: ticker?.day ?? listing.day,
    deadline: listing.deadline,
    measure: reading?.measure ?? `unknown: ${listing.title}`,
    period: reading === null ? 'all' : periodOf(reading, event, topic),
    side: reading?.side ?? null,
    player: reading?.player ?? null,
    atLeast: reading?.atLeast ?? null,
    sidesOfOutcomes: null,
    pays: 0,
    isOneOfThree: false,
  }
}

function contestOf({ eventTitle, title }: Listing): Versus | null {
  if (eventTitle !== '') return parseVersus(eventTitle)
  const found = parseVersus(title.replace(/^will .+? win (?:the )?/i, ''))
  return found && { ...found, behind: '' }
}

const leagues: readonly League[] = ['nba', 'wnba', 'nhl', 'mlb', 'nfl']

function leagueOfSeries(series: string): League | null {
  const code = leagueSeries
    .exec(series)
    ?.slice(1)
    .find((found) => found !== undefined)
  return leagues.find((league) => league === code?.toLowerCase()) ?? null
}

function sidesIn({ sides, before }: Versus, series: string): Sides {
  const league = leagueOfSeries(series)
  const [first, second] = ofTheirSquads(
    [inLeague(sides[0], league), inLeague(sides[1], league)],
    before,
  )
  return womensSeries.test(series) ? [ofWomen(first), ofWomen(second)] : [first, second]
}

/** The title of an event has surnames, those of its markets the name: there are two Cerundolos. */
function withFullName(sides: Sides, reading: Reading | null, { title, subtitle }: Listing): Sides {
  const side = reading?.side ?? null
  const text = /^will (?:the )?(.+?) win\b/i.exec(title)?.[1] ?? subtitle
  if (side === null || text === null || sides[side].clubs.length > 0) return sides
  if (sideNamed(sides, text) !== side) return sides
  const full = toName(text)
  if (full.words.length <= sides[side].words.length || full.clubs.length > 0) return sides
  return side === 0 ? [full, sides[1]] : [sides[0], full]
}

/** In football the contest is over when regular time is; what comes then decides who advances. */
const regularTime = /^reg(?:ular|ulation)?\.? time:? /i

/** null: not understood. */
function readMarket(listing: Listing, topic: Topic, { before }: Versus): Reading | null {
  const { subtitle } = listing
  const title = listing.title.replace(regularTime, '')
  const isRepeated = before !== '' && title.startsWith(before)
  const own = readTitle(
    isRepeated ? title.slice(before.length).replace(/^[\s:-]+/, '') : title,
    topic,
  )
  if (title !== listing.title && guestFirst.test(listing.eventNativeId)) return null
  if (own === null || own.open === null) return own
  const sub = subtitle === null || subtitle === title ? null : readTitle(subtitle, topic)
  if (own.open === 'side') return withSide(own, listing, topic, sub)
  if (sub && sub.open === null)
    return sub.measure.split(' ')[0] === own.measure.split(' ')[0]
      ? { ...sub, measure: own.measure, period: partOf(own, sub) }
      : null
  return subtitle === null ? withNumber(own, listing, topic) : null
}

function partOf(own: Reading, sub: Reading): string {
  return own.period === 'all' ? sub.period : own.period
}

/** "A vs B Winner?": the subtitle tells which side, or the code behind the event. */
function withSide(
  own: Reading,
  listing: Listing,
  { sides }: Topic,
  sub: Reading | null,
): Reading | null {
  const suffix = suffixOf(listing) ?? ''
  const isWinner = own.measure === 'winner'
  if (isWinner && (/^(?:TIE|DRAW)$/.test(suffix) || sub?.measure === 'draw'))
    return { ...own, measure: 'draw', open: null }
  if (listing.subtitle !== null && sub && sub.open === null && isWinner)
    return { ...sub, period: partOf(own, sub) }
  const side =
    listing.subtitle !== null
      ? sideNamed(sides, toPlain(listing.subtitle))
      : codedSide(listing, sides, suffix)
  return side === null ? null : { ...own, side, open: null }
}

/** "A vs B: Total Goals": the number stands in the ticker, with the code of a side if it is about one. */
function withNumber(own: Reading, listing: Listing, { sides }: Topic): Reading | null {
  const series = listing.eventNativeId.split('-')[0] ?? ''
  const { code, number } = splitSuffix(suffixOf(listing) ?? '', codesOf(listing))
  if (number === null || (code === '') !== (own.open === 'number')) return null
  const side = code === '' ? null : codedSide(listing, sides, code)
  if (code !== '' && side === null) return null
  const isLine = !leastInTicker.test(series)
  return { ...own, side, atLeast: number + (isLine ? 1 : 0), open: null }
}

/** "M051" is the code M05 with 1 behind it if M05 is one of the two codes. */
function splitSuffix(
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

function codedSide(listing: Listing, sides: Sides, code: string): Side | null {
  const series = listing.eventNativeId.split('-')[0] ?? ''
  const isTurned = / (?:at|@) /.test(listing.eventTitle) && !guestFirst.test(series)
  return sideCoded(sides, code, codesOf(listing), isTurned)
}

/** "VGKANA" of `KXNHLSERIES-26VGKANAR2`. */
function codesOf({ eventNativeId }: Listing): string {
  return (
    dayInTicker(eventNativeId)?.rest ??
    (/-\d\d([A-Z]{4,})/.exec(eventNativeId)?.[1] ?? '').replace(/R$/, '')
  )
}

/** The title of the event may say over which part, where those of its markets do not. */
function periodOf(
  { period, measure }: Reading,
  { before, behind }: Versus,
  { isEsports }: Topic,
): string {
  if (period !== 'all' || measure === 'advance') return period
  return takePeriod(toPlain(`${before}: ${behind}`), isEsports)?.period ?? 'unknown'
}

/** "A vs B: Player Points"; a group whose words nobody knows may count anything. */
function isKnownGroup({ behind }: Versus, sides: Sides): boolean {
  const rest = takePeriod(toPlain(behind.replace(/\([^()]*\)/g, '')), false)?.rest ?? behind
  return countedIn(rest).others.every(
    (word) => labels.has(word) || /^\d+$/.test(word) || sides.some(({ parts }) => parts.has(word)),
  )
}
