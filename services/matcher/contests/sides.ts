// The two sides in a title: "A vs. B", "A at B", with what stands before and behind them.
import { codeScore, nameScore, ofWomen, toName, type Name } from '../names.ts'
import { qualifiers, units } from '../lexicon/contest-words.ts'
import { isSpelling } from '../spelling.ts'
import { splitWords } from '../words.ts'
import { tellingWordsIn } from './wording.ts'

export type Side = 0 | 1
export type Sides = readonly [Name, Name]

export interface Versus {
  readonly sides: Sides
  /** "League" of "League: A vs B", as it is written. */
  readonly before: string
  /** ": Total Goals" of "A vs B: Total Goals", as it is written. */
  readonly behind: string
  /** One of the two is not known yet. */
  readonly isOpen: boolean
}

const versus = /^(.*?)\s+(?:vs?\.?|@)\s+(.*)$/i
const at = /^(.*?)\s+at\s+(.*)$/
/** Where "at" stands between two sides there are only names. */
const justNames = /^(?:\S+: )?(?:(?:\(?[\p{Lu}\d]\S*|of|de|del|la|da|do|y|and|&) ?)+(?:: .*)?\??$/u
const behindSides =
  /(?:: | - |\? | \((?!w\)|women\)|[a-z]{2}\)|u-?\d\d\))|\s+(?:winner|first \d|first inning|first half|1st half|series|20\d\d)\b).*$/i
const mostWords = 7

/** A side that is not known yet. */
const placeholder =
  /^(?:tb[adc]|to be (?:determined|announced|decided)|n\/?a|\?+|(?:team|player|club|fighter|side) (?:[a-z]|\d+)|(?:winner|loser|runner-up) (?:of\b.*|\w{1,3})|qualifier(?: \d+)?|lucky loser|opponent|bye)$/i

/** null: it does not name two sides. */
export function parseVersus(title: string): Versus | null {
  const text = title.trim()
  const found = versus.exec(text) ?? guestAndHost(text)
  if (!found) return null
  const beforeB = (found[1] ?? '').split(/: |\? - | - /)
  const left = (beforeB.pop() ?? '')
    .replace(/^will (?:the )?/i, '')
    .replace(/ \(\d\)$/, '')
    .trim()
  const cut = behindSides.exec(found[2] ?? '')
  const right = (cut ? (found[2] ?? '').slice(0, cut.index) : (found[2] ?? ''))
    .replace(/\?+$/, '')
    .trim()
  if (left === '' || right === '' || versus.test(right)) return null
  if ([left, right].some((side) => side.split(' ').length > mostWords)) return null
  return {
    sides: [toName(left), toName(right)],
    before: beforeB.join(': '),
    behind: cut?.[0] ?? '',
    isOpen: placeholder.test(left) || placeholder.test(right),
  }
}

function guestAndHost(text: string): RegExpExecArray | null {
  const found = at.exec(text)
  const [, guest = '', host = ''] = found ?? []
  return justNames.test(guest) && justNames.test(host) ? found : null
}

const womens = /\bwom[ae]n(?:'?s)?\b|\bfemeni|\bfeminin|\bfrauen\b/i

/** "Women's Champions League: A vs B" */
export function ofTheirSquads(sides: Sides, before: string): Sides {
  return womens.test(before) ? [ofWomen(sides[0]), ofWomen(sides[1])] : sides
}

const between = new Set(['vs', 'vs.', 'v', 'v.', '@', 'at'])

/** The same text with `@@` for "A vs B" in it, however short the two are called there. Of plain text. */
export function markContest(plain: string, sides: Sides): string {
  const tokens = plain.split(' ')
  for (const [i, token] of tokens.entries()) {
    if (!between.has(token)) continue
    let [from, to] = [i, i]
    while (
      from > 0 &&
      isPart(tokens[from - 1] ?? '', sides) &&
      (from === i || !/[:?]$/.test(tokens[from - 1] ?? ''))
    )
      from -= 1
    if (from < i && isGivenName(tokens[from - 1], sides)) from -= 1
    if (isGivenName(tokens[i + 1], sides) && isPart(tokens[i + 2] ?? '', sides)) to += 1
    while (to + 1 < tokens.length && isPart(tokens[to + 1] ?? '', sides)) {
      to += 1
      if (/[:?]$/.test(tokens[to] ?? '')) break
    }
    if (from === i || to === i) continue
    const end = /[:?]$/.exec(tokens[to] ?? '')?.[0] ?? ''
    return [...tokens.slice(0, from), `@@${end}`, ...tokens.slice(to + 1)].join(' ')
  }
  return plain
}

function isPart(token: string, sides: Sides): boolean {
  const words = splitWords(token)
  if (words.length === 0) return /^[&·./-]+$/.test(token)
  return (
    words.every((word) => sides.some(({ parts }) => parts.has(word))) ||
    (words.length === 1 && sideNamed(sides, token) !== null)
  )
}

/** "Casper" before "Ruud", where only the surname is known as a side. */
function isGivenName(token: string | undefined, sides: Sides): boolean {
  if (token === undefined || !/^\p{L}{2,}$/u.test(token) || isPart(token, sides)) return false
  if (!sides.some(({ words }) => words.length === 1)) return false
  return !qualifiers.has(token) && !units.has(token) && tellingWordsIn(token).length === 1
}

/** Which of the two a name means; null: neither, or either. */
export function sideNamed(sides: Sides, text: string): Side | null {
  const name = toName(text)
  const [first, second] = [nameScore(name, sides[0]), nameScore(name, sides[1])]
  if (first === second) return null
  // what is common to many names tells two apart if only one of them has it
  if (
    Math.max(first, second) < 0.85 &&
    (Math.max(first, second) < 0.45 || Math.min(first, second) > 0)
  )
    return null
  const side = first > second ? 0 : 1
  return saysMore(name, sides[side]) ? null : side
}

/** "Everton reserves", "Everton after extra time": it begins with a name, and is not about that side. */
function saysMore(name: Name, side: Name): boolean {
  if (name.squad !== '' && name.squad !== side.squad) return true
  if (name.said.length < 2 || name.clubs.some((club) => side.clubs.includes(club))) return false
  const more = name.words.filter(
    (word) => !side.parts.has(word) && !side.words.some((known) => isSpelling(known, word)),
  )
  return more.some((word) => side.clubs.length > 0 || qualifiers.has(word) || units.has(word))
}

/**
 * Which of the two a ticker's code means. `both`: the codes of the two, one behind the other, in the
 * order of the title or, if `isTurned`, the other way round.
 */
export function sideCoded(
  sides: Sides,
  code: string,
  both: string,
  isTurned: boolean,
): Side | null {
  const letters = code.replace(/\d+$/, '')
  if (letters === '') return null
  const isFirst = both.startsWith(letters)
  const isLast = both.endsWith(letters)
  const other = isFirst ? both.slice(letters.length) : isLast ? both.slice(0, -letters.length) : ''
  const fit = (a: Name, b: Name): number => codeScore(letters, a) + codeScore(other, b)
  const [first, second] = [fit(sides[0], sides[1]), fit(sides[1], sides[0])]
  if (other !== '' && isFirst !== isLast) {
    // the order tells it; letters speak against it only when they are clear
    const side: Side = isFirst === isTurned ? 1 : 0
    return (side === 0 ? second - first : first - second) > 0.5 ? null : side
  }
  return first === second ? null : first > second ? 0 : 1
}
