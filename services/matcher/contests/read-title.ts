// Parses what a title asks about a contest. Each form parser recognizes one kind of question. It rejects a
// title that contains significant words in addition to those of its kind of question.
import { esportNames } from '../lexicon/ticker-series.ts'
import { normalizeNames } from '../names.ts'
import type { FormParser, TitleReading, FormInput, ContestContext } from './forms/form.ts'
import {
  parseTotal,
  parseExactScore,
  parseHandicap,
  parseMarketGroup,
  parseWinningMargin,
} from './forms/numbers.ts'
import {
  parseAdvance,
  parseBothTeamsScore,
  parseGoesTheDistance,
  parseDraw,
  parseMethodOfVictory,
  parseRunInInning,
  parseTossWinner,
  parseWinner,
} from './forms/outcomes.ts'
import { parsePlayerStatistic } from './forms/players.ts'
import { extractPeriod } from './periods.ts'
import { replaceSidesWithMarker } from './sides.ts'

/** In order of precedence: the first parser that accepts the title is used. */
const formParsers: readonly FormParser[] = [
  parseHandicap,
  parseExactScore,
  parsePlayerStatistic,
  parseWinningMargin,
  parseBothTeamsScore,
  parseRunInInning,
  parseTossWinner,
  parseMethodOfVictory,
  parseGoesTheDistance,
  parseAdvance,
  parseTotal,
  parseDraw,
  parseWinner,
  parseMarketGroup,
]

/** Returns what a title asks about the contest, or null if no form parser accepts the title. */
export function readTitle(title: string, context: ContestContext): TitleReading | null {
  const cleaned = withoutFinalPunctuation(normalizeNames(title))
    .replace(datePhrase, '')
    .replace(misleadingPhrases, ' ')
  const plainText = (context.isEsports ? cleaned.replace(esportNames, ' ') : cleaned).trim()
  const period = extractPeriod(plainText, context.isEsports)
  if (period === null) return null
  const replaced = replaceSidesWithMarker(period.remainingText, context.sides)
    .replace(gameNumber, ' ')
    .trim()
  if (refusedPattern.test(replaced)) return null
  const text: FormInput = { ...context, text: replaced, period: period.period }
  for (const parseForm of formParsers) {
    const reading = parseForm(text)
    if (reading !== null)
      return {
        period: period.period,
        side: null,
        player: null,
        atLeast: null,
        day: null,
        handicapSide: null,
        missingPart: null,
        ...reading,
      }
  }
  return null
}

function withoutFinalPunctuation(plainText: string): string {
  let end = plainText.length
  while (end > 0 && '?.! '.includes(plainText[end - 1] ?? '-')) end -= 1
  return plainText.slice(0, end)
}

/** A date such as "for May 16, 2026". It is removed, because the day is taken from the ticker or the slug. */
const datePhrase =
  / (?:on|for) (?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.? \d{1,2}(?:st|nd|rd|th)?(?:,? 20\d\d)?\b/

/** Parts of names of sports and tournament rounds that would be mistaken for numbers or other terms. */
const misleadingPhrases =
  /(?<=\bdota) 2\b|\b(?:wo)?men'?s (?=(?:pro|professional|college)\b)|\bround of (?:16|32|64|128)\b/

/** The number of a game in a series ("Game 3"). It is removed, because the day identifies the game. */
const gameNumber = /(?:^| )(?:in )?game \d\b:?/

/**
 * A title with one of these words or phrases is not parsed: they negate a question, combine two questions, or ask for
 * less than a number.
 */
const refusedPhrases = [
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
const refusedPattern = new RegExp(String.raw`\b(?:${refusedPhrases.join('|')})\b`)
