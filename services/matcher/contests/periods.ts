// Parses the period of a contest that a question is about: "1st half", "set 2", "map 3", "series".

interface PeriodPattern {
  readonly pattern: RegExp
  /** The period. `$1` stands for the number that the pattern captures. */
  readonly period: string
}

const periodPatterns: readonly PeriodPattern[] = [
  { pattern: /\b(?:1st|first)[ -]half\b|\b1h\b|\bhalf ?-?time\b/, period: 'half 1' },
  { pattern: /\b(?:2nd|second)[ -]half\b|\b2h\b/, period: 'half 2' },
  { pattern: /\b(?:1st|first) (?:5|five) innings?\b|\bf5\b/, period: 'innings 1 to 5' },
  { pattern: /\b(?:1st|first) (\d|three|seven) innings?\b/, period: 'innings 1 to $1' },
  { pattern: /\b(?:1st|first) inning\b/, period: 'inning 1' },
  { pattern: /\b(?:1st|first) innings\b/, period: 'innings 1 of a side' },
  { pattern: /\b(?:1st|first) (?:6|six) overs\b|\bpower ?play\b/, period: 'power play' },
  {
    pattern: /\bset (\d)\b|\b(\d)(?:st|nd|rd|th) set\b|\b(first|second|third|fourth|fifth) set\b/,
    period: 'set $1',
  },
  {
    pattern: /\bmap (\d)\b|\b(\d)(?:st|nd|rd|th) map\b|\b(first|second|third) map\b/,
    period: 'map $1',
  },
  {
    pattern: /\b(\d)(?:st|nd|rd|th)[ -](?:quarter|period)\b|\bq(\d)\b|\b(\d)[qp]\b/,
    period: 'part $1',
  },
  {
    pattern: /\b(first|second|third|fourth)[ -](?:quarter|period)\b|\bperiod (\d)\b/,
    period: 'part $1',
  },
  // "Round 1" may also be a stage of a tournament, and "Series" part of its name, so other words must be next to them
  { pattern: /\b(?:in|during) round (\d)\b|^round (\d) winner/, period: 'round $1' },
  {
    pattern:
      /\bseries(?= (?:winner|exact|correct|score|total|spread|handicap|result))|(?<=\bwin )(?:the )?series\b/,
    period: 'series',
  },
  {
    pattern:
      /\b(?:\dst|\dnd|\drd|\dth|first|second|third) round series\b|\b(?:finals?|semifinals?|playoffs?) series\b|\bseries(?=$|:)/,
    period: 'series',
  },
]
const digitsOfOrdinals: Readonly<Record<string, string>> = {
  first: '1',
  second: '2',
  third: '3',
  fourth: '4',
  fifth: '5',
  three: '3',
  seven: '7',
}

/** "game 2", which in esports means map 2. In other sports a game is a whole contest. */
const gamePattern = /\bgame (\d)\b/
const wholeContest = 'all'

export interface PeriodMatch {
  readonly period: string
  /** The text without the period. */
  readonly remainingText: string
}

/**
 * Finds the period in a plain text (lower case, no accents). The period is `all` if the text states none.
 * Returns null if the text states two different periods.
 */
export function extractPeriod(plainText: string, isEsports: boolean): PeriodMatch | null {
  const map = isEsports ? gamePattern.exec(plainText) : null
  if (map) return { period: `map ${map[1]}`, remainingText: removeMatch(plainText, map) }
  let period = wholeContest
  let remainingText = plainText
  for (const { pattern, period: template } of periodPatterns) {
    const match = pattern.exec(remainingText)
    if (!match) continue
    const number = match.slice(1).find((group) => group !== undefined) ?? ''
    const found = template.replace('$1', digitsOfOrdinals[number] ?? number)
    if (period !== wholeContest && period !== found) return null
    period = found
    remainingText = removeMatch(remainingText, match)
  }
  return { period, remainingText }
}

function removeMatch(text: string, { 0: match, index }: RegExpExecArray): string {
  return `${text.slice(0, index)} ${text.slice(index + match.length)}`.replaceAll(/ +/g, ' ').trim()
}
