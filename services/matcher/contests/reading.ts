// What a title says about a contest, in the words of either platform. Both ask the same few kinds of
// questions; a form reads one of them. A title that leaves words over is not understood.
import { namesOfGames } from '../lexicon/series.ts'
import { plainName } from '../names.ts'
import type { Form, Reading, Text, Topic } from './forms/form.ts'
import { count, exactScore, handicap, openKind, winBy } from './forms/numbers.ts'
import {
  advance,
  bothScore,
  distance,
  draw,
  method,
  runInInning,
  toss,
  winner,
} from './forms/outcomes.ts'
import { player } from './forms/players.ts'
import { takePeriod } from './periods.ts'
import { markContest } from './sides.ts'

/** The first that fits reads it. */
const forms: readonly Form[] = [
  handicap,
  exactScore,
  player,
  winBy,
  bothScore,
  runInInning,
  toss,
  method,
  distance,
  advance,
  count,
  draw,
  winner,
  openKind,
]

export function readTitle(title: string, topic: Topic): Reading | null {
  const told = withoutEnd(plainName(title)).replace(dayOfMonth, '').replace(saidOfAll, ' ')
  const plain = (topic.isEsports ? told.replace(namesOfGames, ' ') : told).trim()
  const found = takePeriod(plain, topic.isEsports)
  if (found === null) return null
  const marked = markContest(found.rest, topic.sides).replace(gameOfSeries, ' ').trim()
  if (never.test(marked)) return null
  const text: Text = { ...topic, text: marked, period: found.period }
  for (const form of forms) {
    const said = form(text)
    if (said !== null)
      return {
        period: found.period,
        side: null,
        player: null,
        atLeast: null,
        day: null,
        first: null,
        open: null,
        ...said,
      }
  }
  return null
}

function withoutEnd(plain: string): string {
  let end = plain.length
  while (end > 0 && '?.! '.includes(plain[end - 1] ?? '-')) end -= 1
  return plain.slice(0, end)
}

/** "scheduled for May 16, 2026": the ticker and the slug tell the day. */
const dayOfMonth =
  / (?:on|for) (?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.? \d{1,2}(?:st|nd|rd|th)?(?:,? 20\d\d)?\b/

/** Kinds of sport and rounds of a tournament whose words mean something else by themselves. */
const saidOfAll =
  /(?<=\bdota) 2\b|\b(?:wo)?men'?s (?=(?:pro|professional|college)\b)|\bround of (?:16|32|64|128)\b/

/** Of a series the day tells which game it is. */
const gameOfSeries = /(?:^| )(?:in )?game \d\b:?/

/** They turn a question round, or put two into one. */
const refused = [
  'not',
  'no',
  'without',
  '(?<!over[/ ])under',
  'less',
  'fewer',
  'at most',
  'exactly',
  'exact number',
  'odd',
  'even',
  'margin',
  'or draw',
  'or tie',
  'and over',
  'first to',
  'race to',
  'last',
]
const never = new RegExp(String.raw`\b(?:${refused.join('|')})\b`)
