// A market that is not about a contest: a sentence. What it is about is in its telling words.
import { rewrite } from '../lexicon/rewrites.ts'
import {
  comparingWords,
  countedWords,
  leadingWords,
  leagueWords,
  mildWords,
  softWords,
} from '../lexicon/soft-words.ts'
import { suffixOf, type Listing } from '../listing.ts'
import type { Name } from '../names.ts'
import type { Action, NoClaim, StatementClaim } from '../proposition.ts'
import { windowOf } from '../windows.ts'
import { canonicalWords, headLength, toPlain, toStem } from '../words.ts'
import { actionOf, actionOfTitle, isForItself } from './actions.ts'
import { asideIn } from './asides.ts'
import { contrastsIn } from './contrasts.ts'
import { meaningsOf, type Meanings } from './beside.ts'
import { areSame, boundsIn, inStepsOf, rangeOfTicker, stepIn, withoutBounds } from './numbers.ts'
import { isKeptForSomebody } from './placeholders.ts'
import { isOpenTitle, subjectOf } from './subject.ts'

const months =
  /^(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)$/
const year = /^20[2-4]\d$/

export function parseStatement(listing: Listing): StatementClaim | NoClaim {
  const { title, subtitle, eventTitle } = listing
  const text = subtitle === null ? title : `${title} — ${subtitle}`
  const plainTitle = toPlainText(title)
  const plainSubtitle = subtitle === null ? null : toPlainText(subtitle)
  const plain = plainSubtitle === null ? plainTitle : `${plainTitle} - ${plainSubtitle}`
  if (isKeptForSomebody(text)) return { kind: 'none', why: 'a place that is kept for somebody' }
  if (!paysOnYes(listing)) return { kind: 'none', why: 'outcomes that are not Yes and No' }

  const said = wordsOfBoth(title, subtitle)
  if (said.every((word) => softWords.has(word))) return { kind: 'none', why: 'no title' }
  const { words: eventWords, action: actionOfEvent } = readEvent(eventTitle)
  const suffix = suffixOf(listing)
  const [bounds, repeated] = boundsIn(plainTitle, plainSubtitle)
  const rangeOfCode = bounds === null ? rangeOfTicker(suffix, plain, said) : null
  const code = rangeOfCode === null ? (suffix?.match(/[A-Z]+/g)?.at(-1) ?? null) : null
  const asks =
    subtitle === null &&
    rangeOfCode === null &&
    isOpenTitle(title, said, (word) => softWords.has(word) || eventWords.includes(word))
  const codedParty = asks && code !== null ? (parties.get(code) ?? null) : null
  const words = codedParty === null ? said : [...said, codedParty]
  const range = bounds ?? rangeOfCode
  const isBounded = range !== null
  const meanings = meaningsOf(new Set([...words, ...eventWords].map(toStem)), range)
  const all = meanings.all
  const subject = subjectOf(title, subtitle)
  const isNegated = isNot(title, subject)
  const claimed = isNegated ? words.filter((word) => word !== 'not') : words
  const quoted = quotedIn(text, listing)
  const stems = tellingStems(claimed, quoted, isBounded, meanings)
  const own = withoutBounds(withoutBounds(stems, bounds), repeated)
  const step = stepIn(all, range)
  if (bounds !== null && repeated !== null && !areSame(bounds, repeated, step))
    return { kind: 'none', why: 'two numbers that are not the same' }
  const aside = unsaid(title, plain)
  return {
    kind: 'statement',
    title,
    own,
    mild: mildIn(own, aside, all),
    aside,
    ofEvent: tellingStems(eventWords, none, isBounded, meanings),
    all,
    heads: headsOf(all),
    leagues: leaguesOf(listing, all),
    contrasts: contrastsIn(said, eventWords),
    party: partyOf(words) ?? onlyPartyOf(eventWords),
    isForItself: isForItself(plain, said),
    action: actionOfTitle(title, subject, plain, said) ?? actionOfEvent,
    range: range === null ? null : inStepsOf(range, step),
    step,
    isNegated,
    window: windowOf(listing),
    subject,
    isOpen: asks && codedParty === null,
    code,
  }
}

const none: ReadonlySet<string> = new Set()

const partyWords: ReadonlySet<string> = new Set(['dem', 'rep', 'd', 'r'])

/** Of whom a title asks, it is known of which party they are: "Will Roy Cooper win? — Roy Cooper (D)". */
function wordsOfBoth(title: string, subtitle: string | null): readonly string[] {
  const words = canonicalWords(title)
  if (subtitle === null) return words
  const others = canonicalWords(subtitle)
  const named = others.filter((word) => !partyWords.has(word))
  const isKnown =
    title.startsWith('Will ') && named.length > 0 && named.every((word) => words.includes(word))
  return [...words, ...(isKnown ? named : others)]
}

/** Of "Up" and "Down" a sentence cannot tell which it claims. */
function paysOnYes({ outcomes }: Listing): boolean {
  return outcomes === null || /^yes$/i.test(outcomes[0] ?? '')
}

/** "Will Russia not invade Moldova": the opposite; a "not" that stands elsewhere is a word that tells. */
function isNot(title: string, subject: Name | null): boolean {
  return subject !== null && title.startsWith('Will ') && title.includes(`${subject.text} not `)
}

function toPlainText(text: string): string {
  return rewrite(toPlain(text.replaceAll('º', '°')))
}

interface EventRead {
  readonly words: readonly string[]
  readonly action: Action | null
}

const eventsRead = new Map<string, EventRead>()
const mostEventsRead = 20_000

/** Many markets stand under one title. */
function readEvent(title: string): EventRead {
  const known = eventsRead.get(title)
  if (known !== undefined) return known
  const read = { words: canonicalWords(title), action: actionOf(toPlainText(title), []) }
  if (eventsRead.size >= mostEventsRead) eventsRead.clear()
  eventsRead.set(title, read)
  return read
}

function headsOf(stems: ReadonlySet<string>): ReadonlySet<string> {
  const heads = new Set<string>()
  for (const stem of stems) if (stem.length >= headLength) heads.add(stem.slice(0, headLength))
  return heads
}

const leagueOfSeries = /^KX(NBA|WNBA|NFL|MLB|NHL|MLS)/

function leaguesOf(
  { platform, eventNativeId }: Listing,
  all: ReadonlySet<string>,
): readonly string[] {
  const named = [...all].filter((word) => leagueWords.has(word))
  const coded =
    platform === 'platform_b' ? leagueOfSeries.exec(eventNativeId)?.[1]?.toLowerCase() : undefined
  return named.length > 0 || coded === undefined ? named : [coded]
}

const joints: ReadonlySet<string> = new Set(['a', 'an', 'and', 'the', 'of', 'in', 'on', 'to'])

/** Words that somebody is to say, or that name a work: they tell, whatever they are. */
function quotedIn(text: string, { title, subtitle }: Listing): ReadonlySet<string> {
  const inQuotes = /["“”]/.test(text) ? text.match(/["“][^"“”]{1,80}["”]/g) : null
  const toBeSaid = subtitle !== null && /\bsay\b/.test(title) ? [subtitle] : []
  const quoted = [...(inQuotes ?? []), ...toBeSaid]
  if (quoted.length === 0) return none
  return new Set(
    quoted.flatMap((words) => canonicalWords(words)).filter((word) => !joints.has(word)),
  )
}

/** "out as Supreme Leader of Iran": of whom it is said tells enough. */
const office =
  /\b(?:out|leaves?)(?: office)? as (?:the )?([^?]{1,60}?)(?= (?:by|before|in|on|at|during|through|until|this)\b|\?|$)/

function unsaid(title: string, plain: string): ReadonlySet<string> {
  const aside = asideIn(title)
  const held = office.exec(plain)?.[1]
  return held === undefined ? aside : new Set([...aside, ...canonicalWords(held).map(toStem)])
}

/** Who has the most seats has won; who has the most of anything else need not have. */
const won: readonly string[] = ['seat', 'seats', 'election', 'parliament', 'votes'].map(toStem)

function mildIn(
  own: readonly string[],
  aside: ReadonlySet<string>,
  all: ReadonlySet<string>,
): ReadonlySet<string> {
  const mild = own.filter(
    (stem) =>
      mildStems.has(stem) && !aside.has(stem) && (stem !== most || won.some((w) => all.has(w))),
  )
  return mild.length === 0 ? none : new Set(mild)
}

const most = toStem('most')
const mildStems = new Set([...mildWords].map(toStem))

const parties: ReadonlyMap<string, 'dem' | 'rep'> = new Map([
  ['D', 'dem'],
  ['DEM', 'dem'],
  ['R', 'rep'],
  ['REP', 'rep'],
  ['GOP', 'rep'],
])

function partyOf(words: readonly string[]): StatementClaim['party'] {
  const [dem, rep] = [words.includes('dem'), words.includes('rep')]
  return dem ? (rep ? 'both' : 'dem') : rep ? 'rep' : null
}

/** Of an event of one party: "Texas Republican Senate Primary Winner". */
function onlyPartyOf(words: readonly string[]): 'dem' | 'rep' | null {
  const party = partyOf(words)
  return party === 'both' ? null : party
}

/** `isBounded`: the sentence has a number that is compared as such. */
function tellingStems(
  words: readonly string[],
  quoted: ReadonlySet<string>,
  isBounded: boolean,
  meanings: Meanings,
): readonly string[] {
  const areCounted = words.some((word) => leadingWords.has(word))
  const telling = words.filter((word, i) => {
    if (quoted.has(word)) return true
    if (comparingWords.has(word)) return !isBounded
    if (countedWords.has(word)) return areCounted
    if (softWords.has(word) || leagueWords.has(word)) return false
    return !isTime(word) && !isDayOfMonth(word, words[i - 1] ?? '', words[i - 2] ?? '')
  })
  const stems = telling.map((word) => {
    const stem = toStem(word)
    return quoted.has(word) ? stem : (meanings.others.get(stem) ?? stem)
  })
  return [...new Set(stems)].filter((stem) => stem !== '')
}

function isTime(word: string): boolean {
  return months.test(word) || year.test(word)
}

/** Of "May 8-15" both: the window has them. */
function isDayOfMonth(word: string, before: string, beforeThat: string): boolean {
  if (!/^\d{1,2}(?:st|nd|rd|th)?$/.test(word)) return false
  return (
    months.test(before) || (months.test(beforeThat) && /^\d{1,2}(?:st|nd|rd|th)?$/.test(before))
  )
}
