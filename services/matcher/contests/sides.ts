// Parses titles that name two sides ("A vs. B", "A at B"), and determines which of the two sides a name or a
// ticker code means.
import { codeScore, nameScore, toWomensTeam, toName, type Name } from '../names.ts'
import { wordsAfterSideNames, unitByWord } from '../lexicon/contest-words.ts'
import { isSpellingVariant } from '../spelling.ts'
import { splitWords } from '../words.ts'
import { significantWordsIn } from './wording.ts'

export type Side = 0 | 1
export type Sides = readonly [Name, Name]

/** A title such as "A vs. B", divided into its parts. */
export interface VersusTitle {
  readonly sides: Sides
  /** The text before the sides: "League" in "League: A vs B". */
  readonly prefix: string
  /** The text after the sides: ": Total Goals" in "A vs B: Total Goals". */
  readonly suffix: string
  /** Whether one of the two sides is a placeholder such as "TBD". */
  readonly hasUnknownSide: boolean
}

const versusPattern = /^(.*?)\s+(?:vs?\.?|@)\s+(.*)$/i
const guestAtHostPattern = /^(.*?)\s+at\s+(.*)$/
/**
 * A text that consists only of names. The word "at" separates two sides only if the texts on both sides of it consist
 * only of names.
 */
const onlyNamesPattern =
  /^(?:\S+: )?(?:(?:\(?[\p{Lu}\d]\S*|of|de|del|la|da|do|y|and|&) ?)+(?:: .*)?\??$/u
/** The text after the second side. */
const suffixPattern =
  /(?:: | - |\? | \((?!w\)|women\)|[a-z]{2}\)|u-?\d\d\))|\s+(?:winner|first \d|first inning|first half|1st half|series|20\d\d)\b).*$/i
/** Maximum number of words of a side. A longer text is not a name. */
const maxWords = 7

/** Placeholders for a side that is not yet known. */
const unknownSidePattern =
  /^(?:tb[adc]|to be (?:determined|announced|decided)|n\/?a|\?+|(?:team|player|club|fighter|side) (?:[a-z]|\d+)|(?:winner|loser|runner-up) (?:of\b.*|\w{1,3})|qualifier(?: \d+)?|lucky loser|opponent|bye)$/i

/**
 * Divides a title into its two sides and the text around them. Returns null if it does not name two sides.
 */
export function parseVersusTitle(title: string): VersusTitle | null {
  const text = title.trim()
  const match = versusPattern.exec(text) ?? matchGuestAtHost(text)
  if (!match) return null
  const partsBeforeSecondSide = (match[1] ?? '').split(/: |\? - | - /)
  const left = (partsBeforeSecondSide.pop() ?? '')
    .replace(/^will (?:the )?/i, '')
    .replace(/ \(\d\)$/, '')
    .trim()
  const suffixMatch = suffixPattern.exec(match[2] ?? '')
  const right = (suffixMatch ? (match[2] ?? '').slice(0, suffixMatch.index) : (match[2] ?? ''))
    .replace(/\?+$/, '')
    .trim()
  if (left === '' || right === '' || versusPattern.test(right)) return null
  if ([left, right].some((side) => side.split(' ').length > maxWords)) return null
  return {
    sides: [toName(left), toName(right)],
    prefix: partsBeforeSecondSide.join(': '),
    suffix: suffixMatch?.[0] ?? '',
    hasUnknownSide: unknownSidePattern.test(left) || unknownSidePattern.test(right),
  }
}

function matchGuestAtHost(text: string): RegExpExecArray | null {
  const found = guestAtHostPattern.exec(text)
  const [, guest = '', host = ''] = found ?? []
  return onlyNamesPattern.test(guest) && onlyNamesPattern.test(host) ? found : null
}

const womensWords = /\bwom[ae]n(?:'?s)?\b|\bfemeni|\bfeminin|\bfrauen\b/i

/**
 * Returns the women's teams of both clubs if the text before the sides says so: "Women's Champions League: A
 * vs B".
 */
export function toWomensTeams(sides: Sides, before: string): Sides {
  return womensWords.test(before) ? [toWomensTeam(sides[0]), toWomensTeam(sides[1])] : sides
}

const separators = new Set(['vs', 'vs.', 'v', 'v.', '@', 'at'])

/**
 * Replaces "A vs B" in a normalized title by the marker `@@`, so that the parsers in forms/ need not know the
 * names. The title may contain shortened names of the sides.
 */
export function replaceSidesWithMarker(plainText: string, sides: Sides): string {
  const tokens = plainText.split(' ')
  for (const [i, token] of tokens.entries()) {
    if (!separators.has(token)) continue
    let [from, to] = [i, i]
    while (
      from > 0 &&
      isPartOfSides(tokens[from - 1] ?? '', sides) &&
      (from === i || !/[:?]$/.test(tokens[from - 1] ?? ''))
    )
      from -= 1
    if (from < i && isGivenName(tokens[from - 1], sides)) from -= 1
    if (isGivenName(tokens[i + 1], sides) && isPartOfSides(tokens[i + 2] ?? '', sides)) to += 1
    while (to + 1 < tokens.length && isPartOfSides(tokens[to + 1] ?? '', sides)) {
      to += 1
      if (/[:?]$/.test(tokens[to] ?? '')) break
    }
    if (from === i || to === i) continue
    const end = /[:?]$/.exec(tokens[to] ?? '')?.[0] ?? ''
    return [...tokens.slice(0, from), `@@${end}`, ...tokens.slice(to + 1)].join(' ')
  }
  return plainText
}

/** Whether a word of a text belongs to the name of one of the sides. */
function isPartOfSides(token: string, sides: Sides): boolean {
  const words = splitWords(token)
  if (words.length === 0) return /^[&·./-]+$/.test(token)
  return (
    words.every((word) => sides.some(({ knownWords }) => knownWords.includes(word))) ||
    (words.length === 1 && sideByName(sides, token) !== null)
  )
}

/**
 * Whether a word may be a given name, such as "Casper" in "Casper Ruud" if the side is known only as "Ruud".
 */
function isGivenName(token: string | undefined, sides: Sides): boolean {
  if (token === undefined || !/^\p{L}{2,}$/u.test(token) || isPartOfSides(token, sides))
    return false
  if (!sides.some(({ significantWords }) => significantWords.length === 1)) return false
  return (
    !wordsAfterSideNames.has(token) &&
    !unitByWord.has(token) &&
    significantWordsIn(token).length === 1
  )
}

/** Returns the side that a name means, or null if it means neither side or could mean both. */
export function sideByName(sides: Sides, text: string): Side | null {
  const name = toName(text)
  const [first, second] = [nameScore(name, sides[0]), nameScore(name, sides[1])]
  if (first === second) return null
  // a common word such as "United" identifies a side if only one of the two has it
  if (
    Math.max(first, second) < 0.85 &&
    (Math.max(first, second) < 0.45 || Math.min(first, second) > 0)
  )
    return null
  const side = first > second ? 0 : 1
  return hasExtraWords(name, sides[side]) ? null : side
}

/**
 * Whether the text contains more than the name of the side, so that it means something else: "Everton
 * reserves", "Everton after extra time".
 */
function hasExtraWords(name: Name, side: Name): boolean {
  if (name.team !== '' && name.team !== side.team) return true
  if (name.allWords.length < 2 || name.clubs.some((club) => side.clubs.includes(club))) return false
  const extraWords = name.significantWords.filter(
    (word) =>
      !side.knownWords.includes(word) &&
      !side.significantWords.some((sideWord) => isSpellingVariant(sideWord, word)),
  )
  return extraWords.some(
    (word) => side.clubs.length > 0 || wordsAfterSideNames.has(word) || unitByWord.has(word),
  )
}

/**
 * Returns the side that a ticker code means, or null if that is not certain. `bothCodes` contains the codes
 * of both sides without a separator: in the order of the title or, if `isReversed` is true, in the opposite
 * order.
 */
export function sideByCode(
  sides: Sides,
  code: string,
  bothCodes: string,
  isReversed: boolean,
): Side | null {
  const letters = code.replace(/\d+$/, '')
  if (letters === '') return null
  const isFirst = bothCodes.startsWith(letters)
  const isLast = bothCodes.endsWith(letters)
  const other = isFirst
    ? bothCodes.slice(letters.length)
    : isLast
      ? bothCodes.slice(0, -letters.length)
      : ''
  const scoreCodesAgainstNames = (nameOfCode: Name, otherName: Name): number =>
    codeScore(letters, nameOfCode) + codeScore(other, otherName)
  const [first, second] = [
    scoreCodesAgainstNames(sides[0], sides[1]),
    scoreCodesAgainstNames(sides[1], sides[0]),
  ]
  if (other !== '' && isFirst !== isLast) {
    // The order of the codes determines the side. If the letters clearly fit the other side, the side is not certain.
    const side: Side = isFirst === isReversed ? 1 : 0
    return (side === 0 ? second - first : first - second) > 0.5 ? null : side
  }
  return first === second ? null : first > second ? 0 : 1
}
