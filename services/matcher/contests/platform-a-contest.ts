// platform_a's markets about a contest: the question tells all of it, the title of the event tells over
// which part of it where the question does not ("- Halftime Result").
import { gameOfTitle } from '../lexicon/series.ts'
import type { Listing } from '../listing.ts'
import type { ContestClaim } from '../proposition.ts'
import { toPlain } from '../words.ts'
import { takePeriod } from './periods.ts'
import type { Reading } from './forms/form.ts'
import { readTitle } from './reading.ts'
import {
  ofTheirSquads,
  parseVersus,
  sideNamed,
  type Side,
  type Sides,
  type Versus,
} from './sides.ts'

/** A yes for a side that says the day, or that leads at half time, is one of three. */
const oneOfThree = /\bon 20\d\d-\d\d-\d\d|\bleading at\b/i

export function parsePlatformAContest(listing: Listing): ContestClaim | null {
  const event = parseVersus(listing.eventTitle === '' ? listing.title : listing.eventTitle)
  if (!event) return null
  const sides = ofTheirSquads(event.sides, event.before)
  const eventText = toPlain(listing.eventTitle)
  const game = gameOfTitle(eventText)
  const isEsports = game !== null
  const reading = event.isOpen
    ? null
    : readTitle(ownText(listing, event), { sides, isEsports, isTennis: false })
  const claim: ContestClaim = {
    kind: 'contest',
    sides,
    game,
    day: reading?.day ?? listing.day,
    deadline: listing.deadline,
    measure: reading?.measure ?? `unknown: ${listing.title}`,
    period: reading?.period ?? 'all',
    side: reading?.side ?? null,
    player: reading?.player ?? null,
    atLeast: reading?.atLeast ?? null,
    sidesOfOutcomes: null,
    pays: outcomeOf(listing, /^(?:yes|over)\b/i),
    isOneOfThree: reading?.measure === 'winner' && oneOfThree.test(listing.title),
  }
  if (reading === null) return claim
  if (reading.open === 'number' || reading.open === 'both')
    return { ...claim, measure: `unknown: ${listing.title}` }
  const period =
    reading.period === 'all' && reading.measure !== 'advance'
      ? periodOfEvent(event, isEsports)
      : reading.period
  return { ...claim, period, sidesOfOutcomes: sidesOfOutcomes(listing, sides, reading) }
}

/** The title without what it says of the tournament, as the title of its event has it. */
function ownText({ title, eventTitle }: Listing, { before, behind }: Versus): string {
  const isAll = title.trim() === eventTitle.trim()
  let text = title.trim()
  if (before !== '' && text.startsWith(before))
    text = text.slice(before.length).replace(/^[\s:?-]+/, '')
  if (behind !== '' && (isAll || /^ ?\(/.test(behind))) text = text.replace(behind, '')
  return text.replace(/ \([^()]*\)$/, (aside) => (/[+-]\d/.test(aside) ? aside : ''))
}

const ofPart = /\bhalf ?-?time result\b|\bseries\b|\bhalf\b|\bquarter\b|\bperiod\b/i

function periodOfEvent({ before, behind }: Versus, isEsports: boolean): string {
  const text = toPlain(`${before} | ${/^ ?\(/.test(behind) ? '' : behind}`)
  if (isEsports || !ofPart.test(text)) return 'all'
  return takePeriod(text, false)?.period ?? 'all'
}

/** Which side each outcome is; by the labels, where they are known. */
function sidesOfOutcomes(
  { outcomes, title }: Listing,
  sides: Sides,
  { open, first }: Reading,
): readonly [Side, Side] | null {
  if (open !== 'side' && first === null) return null
  const named = outcomes?.map((label) => sideNamed(sides, label)) ?? []
  const known = named.findIndex((side) => side !== null)
  if (known >= 0) return (known === 0) === (named[known] === 0) ? [0, 1] : [1, 0]
  const told = first ?? sideNamed(sides, parseVersus(title)?.sides[0].text ?? '')
  return told === 1 ? [1, 0] : [0, 1]
}

/** 0 where the labels are not known. */
function outcomeOf({ outcomes }: Listing, label: RegExp): number {
  return Math.max(0, outcomes?.findIndex((outcome) => label.test(outcome)) ?? 0)
}
