// Text made comparable: folded into words, and words of one meaning made one.
import { fold } from '../domain/text.ts'
import { phrases, stateCodes } from './lexicon/phrases.ts'
import { rewrite } from './lexicon/rewrites.ts'
import { scales } from './lexicon/scales.ts'
import { nameRateMoves } from './lexicon/rate-moves.ts'
import { forms } from './lexicon/verbs.ts'

const special: Readonly<Record<string, string>> = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  æ: 'ae',
  œ: 'oe',
  ı: 'i',
  '’': "'",
  '‘': "'",
  '–': '-',
  '—': '-',
  '−': '-',
}

/** Lower case, plain letters, one kind of dash and apostrophe. */
export function toPlain(text: string): string {
  return fold(text).replaceAll(/[ßøłđæœı’‘–—−]/g, (character) => special[character] ?? '')
}

/** Of plain text: words, and numbers with what is written onto them ("2.5", "4th", "76ers"). */
export function splitWords(plain: string): string[] {
  let joined = plain
  if (joined.includes(',')) joined = joined.replaceAll(/(\d),(?=\d{3}(?!\d))/g, '$1')
  if (joined.includes('.'))
    joined = joined.replaceAll(/(?<![\p{L}\d])(?:\p{L}\.){2,}/gu, (initials) =>
      initials.replaceAll('.', ''),
    )
  if (joined.includes("'")) joined = joined.replaceAll(/'s(?!\p{L})/gu, '').replaceAll("'", '')
  return joined.match(/\d+(?:\.\d+)?\p{L}*|[\p{L}_]+\d*/gu) ?? []
}

/** "2025-26": which season it is, is told apart from the words. */
const season = /(?<!\d)20\d\d[-/](?:20)?\d\d(?!\d)/g
/** "the 98th Academy Awards": the year says it too. */
const ceremony =
  /(?<!\d)\d{1,3}(?:st|nd|rd|th) (?:annual |primetime ){0,2}(?=academy|oscars?|grammy|emmy|golden globe|tony )/g
/** "25bps" */
export const attachedUnit = /(\d)(bps?)(?!\p{L})/gu
/** Times are compared as such. */
const clock = /(?<![\d$.])\d{1,2}(?::\d\d)? ?[ap]\.?m\b\.?/g
/** "Group A", "Serie B": the letter tells. */
const lettered = /(?<!\p{L})(group|serie|pot|division|class) ([a-l])(?![\p{L}\d'’.])/gu
/** "#6 overall pick" */
const rank = /#(\d{1,3})(?!\d)/g
/** "Russia x Ukraine" */
const versus = /(?<=\p{L}) x (?=\p{L})/gu

const codes = new Set(stateCodes.values())
const district = /(?<![\p{L}\d])(\p{L}{2})-(\d{1,2}|al)(?![\p{L}\d])/gu

/**
 * Words in which one meaning has one form: `moty`, `dem`, `st_nh` for New Hampshire, `dist_nc_1` for
 * the district NC-01.
 */
export function canonicalWords(text: string): readonly string[] {
  const plain = nameRateMoves(rewrite(toPlain(text)))
    .replaceAll('_', ' ')
    .replaceAll(season, ' ')
    .replaceAll(ceremony, '')
    .replaceAll(clock, ' ')
    .replaceAll(attachedUnit, '$1 $2')
    .replaceAll(rank, (_found, number: string) => toOrdinal(Number(number)))
    .replaceAll(versus, ' and ')
    .replaceAll(lettered, '$1_$2')
    .replaceAll(district, (found, state: string, number: string) =>
      codes.has(state) ? ` dist_${state}_${number === 'al' ? 'al' : Number(number)} ` : found,
    )
  const words = plain
    .split(/(dist_\w+)/)
    .flatMap((part) => (part.startsWith('dist_') ? [part] : splitWords(part)))
  const joined = bindChambers(writeNumbers(joinPhrases(words)))
  return joined.some((word) => word.startsWith('st_')) ? joinDistricts(joined) : joined
}

const chambers: ReadonlySet<string> = new Set(['house', 'senate'])
const parties: Readonly<Record<string, string>> = { d: 'dem', dem: 'dem', r: 'rep', rep: 'rep' }

/** Of both chambers, who wins which: "D Senate, R House" and "Republicans win the House and ...". */
function bindChambers(words: readonly string[]): readonly string[] {
  if (!words.includes('house') || !words.includes('senate')) return words
  let party: string | undefined
  return words.flatMap((word) => {
    const named = Object.hasOwn(parties, word) ? parties[word] : undefined
    if (named === undefined && !(chambers.has(word) && party !== undefined)) return [word]
    party = named ?? party
    return named === undefined ? [`${word}_${party}`] : []
  })
}

function toOrdinal(n: number): string {
  const ending = n > 10 && n < 14 ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')
  return `${n}${ending}`
}

/** "New York's 7th congressional district" and "Wisconsin 03 House" are districts too. */
function joinDistricts(words: readonly string[]): readonly string[] {
  const joined: string[] = []
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i] ?? ''
    const number = /^(\d{1,2})(st|nd|rd|th)?$/.exec(words[i + 1] ?? '')
    const behind = words.slice(i + 2, i + 4)
    const isDistrict =
      number?.[2] === undefined ? behind[0] === 'house' : behind.includes('district')
    if (word.startsWith('st_') && number && isDistrict) {
      joined.push(`dist_${word.slice(3)}_${Number(number[1])}`)
      i += behind.indexOf('district') + 2
    } else joined.push(word)
  }
  return joined
}

function joinPhrases(words: readonly string[]): readonly string[] {
  const joined: string[] = []
  for (let i = 0; i < words.length;) {
    const word = words[i] ?? ''
    const found = phrases
      .get(word)
      ?.find(([phrase]) => phrase.every((part, j) => words[i + j] === part))
    if (found) joined.push(...found[1])
    else joined.push(word)
    i += found ? found[0].length : 1
  }
  return joined
}

const scaled = /^(\d+(?:\.\d+)?)(k|m|bn?)?$/

const startsWithDigit = /^\d/

/** "150k" and "0.50 million" in digits. */
function writeNumbers(words: readonly string[]): readonly string[] {
  if (!words.some((word) => startsWithDigit.test(word))) return words
  return words.flatMap((word, i) => {
    if (Object.hasOwn(scales, word) && word.length > 2 && scaled.test(words[i - 1] ?? '')) return []
    const [, digits, unit] = scaled.exec(word) ?? []
    if (digits === undefined) return [word]
    const scale = unit ?? words[i + 1] ?? ''
    return [
      String(
        Number(
          (Number(digits) * (Object.hasOwn(scales, scale) ? (scales[scale] ?? 1) : 1)).toPrecision(
            12,
          ),
        ),
      ),
    ]
  })
}

/** The form that all forms of a word have: without the endings of plural, -ed and -ing. */
export function toStem(word: string): string {
  const known = forms.get(word)
  if (known !== undefined) return known
  if (word.length < 5 || word.includes('_') || /\d/.test(word)) return word
  const bare = word
    .replace(/ies$/, 'y')
    .replace(/(?:ing|ed|es|s)$/, (ending) =>
      word.length - ending.length >= 4 ? '' : ending === 'es' || ending === 'ed' ? 'e' : ending,
    )
  return bare.length > 4 ? bare.replace(/e$/, '') : bare
}

/** So many first letters two words have in common if one is made of the other. */
export const headLength = 6
