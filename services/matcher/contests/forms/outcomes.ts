// Form parsers for results of a contest: winner, draw, who advances, how a fight ends. In their texts the
// marker `@@` stands for the two sides, "A vs B".
import { nameScore, toName } from '../../names.ts'
import { sideByName } from '../sides.ts'
import {
  hasSignificantWords,
  withoutTrailingContestName,
  withoutSideNames,
  type FormReading,
  type FormInput,
} from './form.ts'

const winnerPatterns: readonly RegExp[] = [
  /^(?:.*: )?will (?:the )?(.+?) (?:win|beat|defeat)\b(.*)$/,
  /^(.+?) (?:to (?:win|beat)|wins)\b(.*)$/,
  /^@@[^:]*: (.+?) (?:wins|to win)()$/,
  /^(?:@@:? )?(.+?) leading(?: at| after)?(?: the)?()$/,
]

/**
 * Words for a title or a competition. "Will PSG win the Champions League?" is not a question about one match,
 * even if that match is the final.
 */
const trophyWords =
  /\b(?:cup|championship|tournament|league|champions|title|finals?|open|masters|bracket)\b/
const contestWords = /@@|\b(?:match|game|fight|bout|contest)\b/

/**
 * Parses titles such as "Will Everton win on 2026-05-10" and "A vs B women's Pro Basketball game: A wins".
 */
export function parseWinner({ text, sides, isTennis }: FormInput): FormReading | null {
  const day = /\bon (20\d\d-\d\d-\d\d)\b/.exec(text)
  const plainText = day ? text.replace(day[0], '').trim() : text
  for (const pattern of winnerPatterns) {
    const match = pattern.exec(plainText)
    const side = match ? sideByName(sides, match[1] ?? '') : null
    if (!match || side === null || nameScore(toName(match[1] ?? ''), sides[side]) < 0.45) continue
    // tennis titles add only the tournament: "@@: Round of 16 match", "@@: W15 Astana Final match"
    const trailing = isTennis ? (match[2] ?? '').replace(/@@: .* match$/, '@@') : (match[2] ?? '')
    const rest = withoutSideNames(trailing, sides)
    if (trophyWords.test(rest) && !contestWords.test(rest)) continue
    if (!hasSignificantWords(rest)) return { measure: 'winner', side, day: day?.[1] ?? null }
  }
  return null
}

/** Parses questions that ask whether the contest ends in a draw. */
export function parseDraw({ text, sides }: FormInput): FormReading | null {
  const match = /\b(?:draw|tie)\b/.exec(text)
  const rest = text
    .replace(/\b(?:draw|tie)\b/, '')
    .replace(/\b(?:end|ends|result|finish|in a|tied)\b/g, '')
  if (!match || /@@ - /.test(text)) return null
  return hasSignificantWords(withoutSideNames(rest, sides)) ? null : { measure: 'draw' }
}

/**
 * Parses questions that ask which side advances to the next round: "Will A advance?", "A vs B: To advance".
 */
export function parseAdvance({ text, sides, period }: FormInput): FormReading | null {
  if (period !== 'all' && period !== 'series') return null
  // "qualify for the World Cup" is not accepted, because it may depend on more than this contest
  const named =
    /^(?:.*: )?will (?:the )?(.+?) (?:advance|progress|qualify(?! (?:for|to)\b))\b(.*)$/.exec(text)
  if (named) {
    const side = sideByName(sides, named[1] ?? '')
    return side === null || hasSignificantWords(withoutTrailingContestName(named[2] ?? ''))
      ? null
      : { measure: 'advance', side, period: 'all' }
  }
  const openMatch =
    /\b(?:(?:who|team) (?:will )?(?:to )?(?:advances?|qualif(?:y|ies))|to (?:advance|qualify))\b/.exec(
      text,
    )
  return openMatch && !hasSignificantWords(text.replace(openMatch[0], ''))
    ? { measure: 'advance', period: 'all', missingPart: 'side' }
    : null
}

/** Parses questions that ask whether both teams score. */
export function parseBothTeamsScore({ text }: FormInput): FormReading | null {
  const match = /\bboth teams (?:to |will )?score\b|\bbtts\b/.exec(text)
  if (
    !match ||
    hasSignificantWords(
      text
        .replace(match[0], '')
        .replace(/[-:] ?btts$|\b(?:yes|a goal|at least (?:one|1)(?: goal)?(?: each)?)$/, ''),
    )
  )
    return null
  return { measure: 'both score' }
}

/** Parses questions that ask whether there is a run in the first inning of a baseball game. */
export function parseRunInInning({ text, period }: FormInput): FormReading | null {
  if (period !== 'inning 1' || !/\bruns?\b/.test(text) || /\d/.test(text)) return null
  return hasSignificantWords(text.replace(/\bruns?\b/, '')) ? null : { measure: 'a run' }
}

/** Parses questions that ask which side wins the toss of a cricket match. */
export function parseTossWinner({ text, sides }: FormInput): FormReading | null {
  if (!/\btoss\b/.test(text)) return null
  const named = /^will (?:the )?(.+?) win the (?:coin )?toss\b(.*)$/.exec(text)
  if (named) {
    const side = sideByName(sides, named[1] ?? '')
    return side === null || hasSignificantWords(named[2] ?? '') ? null : { measure: 'toss', side }
  }
  return hasSignificantWords(text.replace(/\b(?:coin )?toss\b/, ''))
    ? null
    : { measure: 'toss', missingPart: 'side' }
}

/** Ways in which a fight ends. A method with an empty name is recognized but not supported. */
const victoryMethods: readonly (readonly [RegExp, string])[] = [
  [/\b(?:unanimous|split|majority) decision\b/, ''],
  [/\b(?:by|via|in an?) (?:t?ko(?:\/tko)? ?(?:,|\/|or) ?(?:tko,? ?(?:\/|or) ?)?dq)\b/, 'ko or dq'],
  [/\b(?:by|via|in an?) (?:t?ko ?(?:\/|or) ?t?ko|t?ko|knockout)\b/, 'ko'],
  [/\b(?:by|via) submission\b/, 'submission'],
  [/\b(?:by|via) (?:decision|points)\b/, 'decision'],
]

/**
 * Parses titles such as "Will the fight be won by submission" and "Will X win the @@ UFC fight by Decision", in which
 * `@@` stands for "A vs B".
 */
export function parseMethodOfVictory({ text, sides, period }: FormInput): FormReading | null {
  const match = victoryMethods.find(([pattern]) => pattern.test(text))
  if (!match || match[1] === '' || period !== 'all') return null
  const rest = text
    .replace(match[0], '')
    .replaceAll(/\b(?:either (?:competitor|fighter)|end|ends|be won)\b/g, '')
  const named = /^(?:will )?(?:the )?(.+?) (?:to )?(?:win|wins)\b(.*)$/.exec(rest)
  const side = named ? sideByName(sides, named[1] ?? '') : null
  if (hasSignificantWords(side === null ? rest : (named?.[2] ?? ''))) return null
  return { measure: `won by ${match[1]}`, side }
}

/** Parses questions that ask whether a fight goes the distance, that is, lasts all its rounds. */
export function parseGoesTheDistance({ text }: FormInput): FormReading | null {
  const match = /\b(?:goes|go|to go) (?:the )?(?:full )?distance\b/.exec(text)
  return match && !hasSignificantWords(text.replace(match[0], '')) ? { measure: 'distance' } : null
}
