// Form parsers for totals, spreads (margins of victory) and exact scores. In their texts the marker `@@`
// stands for the two sides, "A vs B".
import { sideByName, type Side } from '../sides.ts'
import { lowestNumberAbove, parseBound, parseUnit } from '../wording.ts'
import { hasSignificantWords, withoutSideNames, type FormReading, type FormInput } from './form.ts'

/**
 * Parses titles on a spread or handicap, such as "Spread: Pistons (-11.5)" and "Set Handicap: Pegula (-1.5)
 * vs Masarova (+1.5)".
 */
export function parseHandicap({ text, sides, isEsports, isTennis }: FormInput): FormReading | null {
  const match =
    /^(?:(.*?)[ :])?(?:spread|handicap):? (.+?) \(?([+-])(\d+(?:\.\d+)?)\)?(?: vs?\.? (.+?) \(?[+-][\d.]+\)?)?$/.exec(
      text,
    )
  const short = match ? null : /^()(.+?) \(?([+-])(\d+(?:\.\d+)?)\)?$/.exec(text)
  if (!match && !short) return null
  const [, before = '', name = '', sign, line, other = ''] = match ?? short ?? []
  const named = sideByName(sides, name) ?? otherSide(sideByName(sides, other))
  const { unit, otherWords } = parseUnit(
    before
      .replace('@@', '')
      .replace(/^map\b/, 'maps')
      .replace(/^set\b/, 'sets')
      .replace(/\bgame\b/, 'games'),
  )
  if (named === null || unit === 'mixed' || otherWords.length > 0) return null
  // "A +1.5" pays if "B -1.5" does not, so it is parsed as a question about the other side
  const side = sign === '-' ? named : otherSide(named)
  const unitName = unit === 'games' && isEsports ? 'maps' : (unit ?? (isTennis ? 'games' : 'score'))
  return {
    measure: `spread of ${unitName}`,
    side,
    handicapSide: named,
    atLeast: lowestNumberAbove(line),
  }
}

function otherSide(side: Side): Side
function otherSide(side: Side | null): Side | null
function otherSide(side: Side | null): Side | null {
  if (side === null) return null
  return side === 0 ? 1 : 0
}

/**
 * Parses titles such as "Boston wins by over 1.5 runs" and "Will Spirit win the @@ match by more than 1.5 maps", in
 * which `@@` stands for "A vs B".
 */
export function parseWinningMargin({ text, sides }: FormInput): FormReading | null {
  const match = /^(?:(.*): )?(?:will )?(?:the )?(.+?) (?:to )?wins? (.*?)\bby (.+)$/.exec(text)
  const bound = match ? parseBound(match[4] ?? '') : null
  if (!match || !bound) return null
  const { unit, otherWords } = parseUnit(
    `${match[1] ?? ''} ${match[3] ?? ''} ${bound.remainingText}`.replaceAll('@@', ''),
  )
  const side = sideByName(sides, match[2] ?? '')
  if (side === null || unit === 'mixed' || otherWords.length > 0) return null
  return {
    measure: `spread of ${unit ?? 'score'}`,
    side,
    handicapSide: side,
    atLeast: bound.atLeast,
  }
}

/**
 * Parses titles such as "Exact Score: A 1 - 3 B", "A wins 2-0" and "Will Cleveland win 4-2 in the @@ series", in which
 * `@@` stands for "A vs B".
 */
export function parseExactScore({ text, sides }: FormInput): FormReading | null {
  const bothSidesMatch =
    /^(?:@@:? )?(?:(?:exact|correct) score:? )?(.+?) (\d{1,2}) ?[-:] ?(\d{1,2}) (.+)$/.exec(text)
  const [named, other] = [
    sideByName(sides, bothSidesMatch?.[1] ?? ''),
    sideByName(sides, bothSidesMatch?.[4] ?? ''),
  ]
  if (bothSidesMatch && named !== null && other !== null && named !== other) {
    const [a, b] = [Number(bothSidesMatch[2]), Number(bothSidesMatch[3])]
    if (a === b) return { measure: `score ${a}-${b}` }
    return { measure: `score ${Math.max(a, b)}-${Math.min(a, b)}`, side: a > b ? named : other }
  }
  const drawMatch = /^(?:final score:? )?(?:tie|draw)s? (\d{1,2})-(\d{1,2})$/.exec(text)
  if (drawMatch && drawMatch[1] === drawMatch[2])
    return { measure: `score ${drawMatch[1]}-${drawMatch[2]}` }
  const bareMatch = /^(?:@@:? )?(.+?) (\d)-(\d)$/.exec(text)
  const bareSide = sideByName(sides, bareMatch?.[1] ?? '')
  if (
    bareMatch &&
    bareSide !== null &&
    Number(bareMatch[2]) > Number(bareMatch[3]) &&
    !/^(?:will|.*\bwin)/.test(text)
  )
    return { measure: `score ${bareMatch[2]}-${bareMatch[3]}`, side: bareSide }
  const winnerMatch =
    /^(?:.*: |final score:? )?(?:will )?(?:the )?(.+?) (?:to )?wins?(?: the| in the)?(?: @@)?(.*?) (\d{1,2})-(\d{1,2})\b(.*)$/.exec(
      text,
    )
  if (!winnerMatch) return null
  const side = sideByName(sides, winnerMatch[1] ?? '')
  const [a, b] = [Number(winnerMatch[3]), Number(winnerMatch[4])]
  if (
    side === null ||
    a <= b ||
    hasSignificantWords(`${winnerMatch[2] ?? ''} ${winnerMatch[5] ?? ''}`)
  )
    return null
  return { measure: `score ${a}-${b}`, side }
}

/** Parses titles such as "A vs B: O/U 2.5", "Over 2.5 goals scored" and "Pistons Team Total: O/U 105.5". */
export function parseTotal({
  text,
  sides,
  period,
  isEsports,
  isTennis,
}: FormInput): FormReading | null {
  const bound = parseBound(text)
  if (!bound) return null
  const { unit, otherWords } = parseUnit(bound.remainingText.replaceAll('@@', ' '))
  if (unit === 'mixed') return null
  const countsGames =
    isTennis || (!isEsports && /\bmatch o\/u\b/.test(text)) || period.startsWith('set')
  const unitName =
    isEsports && unit === 'games' ? 'maps' : (unit ?? (countsGames ? 'games' : 'score'))
  if (otherWords.length === 0) {
    if (period === 'inning 1' && unitName === 'score' && bound.atLeast === 1)
      return { measure: 'a run' }
    return { measure: `total of ${unitName}`, atLeast: bound.atLeast }
  }
  const side = sideByName(sides, otherWords.join(' '))
  if (side === null || !otherWords.every((word) => sides[side].knownWords.includes(word)))
    return null
  return { measure: `total of ${unitName}`, side, atLeast: bound.atLeast }
}

const totalWords = /\btotals?\b/
const winnerWords = /@@|\b(?:win|wins|winner|moneyline)\b/

/**
 * Parses a title that all markets of an event have in common: "A vs B Winner", "A vs B: Total Goals", "A vs
 * B: Spread". `missingPart` of the result says what distinguishes the markets.
 */
export function parseMarketGroup({ text, sides, isEsports }: FormInput): FormReading | null {
  const titleWords = withoutSideNames(text.replaceAll('@@', ''), sides)
  const { unit, otherWords } = parseUnit(titleWords)
  const words = otherWords.join(' ')
  const unitName = isEsports && unit === 'games' ? 'maps' : (unit ?? 'score')
  if (/^spreads?$|^handicaps?$/.test(words))
    return { measure: `spread of ${unitName}`, missingPart: 'both' }
  if (words !== '' || unit === 'mixed') return null
  if (/\bteam totals?\b/.test(titleWords))
    return { measure: `total of ${unitName}`, missingPart: 'both' }
  if (unit !== null || totalWords.test(titleWords))
    return { measure: `total of ${unitName}`, missingPart: 'number' }
  return winnerWords.test(text) ? { measure: 'winner', missingPart: 'side' } : null
}
