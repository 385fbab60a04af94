// Over which part of a contest something is counted: "1st half", "set 2", "map 3", "series".

interface Part {
  readonly pattern: RegExp
  /** `$1`: the number in the pattern. */
  readonly name: string
}

const parts: readonly Part[] = [
  { pattern: /\b(?:1st|first)[ -]half\b|\b1h\b|\bhalf ?-?time\b/, name: 'half 1' },
  { pattern: /\b(?:2nd|second)[ -]half\b|\b2h\b/, name: 'half 2' },
  { pattern: /\b(?:1st|first) (?:5|five) innings?\b|\bf5\b/, name: 'innings 1 to 5' },
  { pattern: /\b(?:1st|first) (\d|three|seven) innings?\b/, name: 'innings 1 to $1' },
  { pattern: /\b(?:1st|first) inning\b/, name: 'inning 1' },
  { pattern: /\b(?:1st|first) innings\b/, name: 'innings 1 of a side' },
  { pattern: /\b(?:1st|first) (?:6|six) overs\b|\bpower ?play\b/, name: 'power play' },
  {
    pattern: /\bset (\d)\b|\b(\d)(?:st|nd|rd|th) set\b|\b(first|second|third|fourth|fifth) set\b/,
    name: 'set $1',
  },
  {
    pattern: /\bmap (\d)\b|\b(\d)(?:st|nd|rd|th) map\b|\b(first|second|third) map\b/,
    name: 'map $1',
  },
  {
    pattern: /\b(\d)(?:st|nd|rd|th)[ -](?:quarter|period)\b|\bq(\d)\b|\b(\d)[qp]\b/,
    name: 'part $1',
  },
  {
    pattern: /\b(first|second|third|fourth)[ -](?:quarter|period)\b|\bperiod (\d)\b/,
    name: 'part $1',
  },
  // "Round 1" is also a stage of a tournament, and "Series" part of the names of some
  { pattern: /\b(?:in|during) round (\d)\b|^round (\d) winner/, name: 'round $1' },
  {
    pattern:
      /\bseries(?= (?:winner|exact|correct|score|total|spread|handicap|result))|(?<=\bwin )(?:the )?series\b/,
    name: 'series',
  },
  {
    pattern:
      /\b(?:\dst|\dnd|\drd|\dth|first|second|third) round series\b|\b(?:finals?|semifinals?|playoffs?) series\b|\bseries(?=$|:)/,
    name: 'series',
  },
]
const ordinals: Readonly<Record<string, string>> = {
  first: '1',
  second: '2',
  third: '3',
  fourth: '4',
  fifth: '5',
  three: '3',
  seven: '7',
}

/** In matches of esports a game is what others call a map; elsewhere it is the contest itself. */
const game = /\bgame (\d)\b/
const whole = 'all'

export interface Found {
  readonly period: string
  /** The text without it. */
  readonly rest: string
}

/** In plain text; `all` when it names no part. Two parts at once are not understood: null. */
export function takePeriod(plain: string, isEsports: boolean): Found | null {
  const map = isEsports ? game.exec(plain) : null
  if (map) return { period: `map ${map[1]}`, rest: without(plain, map) }
  let period = whole
  let rest = plain
  for (const { pattern, name } of parts) {
    const match = pattern.exec(rest)
    if (!match) continue
    const number = match.slice(1).find((group) => group !== undefined) ?? ''
    const found = name.replace('$1', ordinals[number] ?? number)
    if (period !== whole && period !== found) return null
    period = found
    rest = without(rest, match)
  }
  return { period, rest }
}

function without(text: string, { 0: match, index }: RegExpExecArray): string {
  return `${text.slice(0, index)} ${text.slice(index + match.length)}`.replaceAll(/ +/g, ' ').trim()
}
