// Normalizes text for comparison, in four steps: plain text (lower case, no accents), words, canonical
// words (synonyms replaced by one form) and stems (words without endings).
import { normalizeForSearch } from '../domain/text.ts'
import { copyOfText } from '../lib/run/copy-of-text.ts'
import { phrasesByFirstWord, stateCodeByName } from './lexicon/phrases.ts'
import { rewriteSynonymousPhrases } from './lexicon/rewrites.ts'
import { scales } from './lexicon/scales.ts'
import { canonicalizeRateDecisions } from './lexicon/rate-decisions.ts'
import { baseFormByWord } from './lexicon/word-forms.ts'

/** Characters that Unicode normalization leaves as they are, and their replacements in plain text. */
const plainCharacters: Readonly<Record<string, string>> = {
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

/**
 * Returns the text in lower case, without accents, and with one kind of dash and apostrophe. In the matcher
 * such a text is called plain text; parameters named `plainText` expect it.
 */
export function normalizeToPlainText(text: string): string {
  return normalizeForSearch(text).replaceAll(
    /[ßøłđæœı’‘–—−]/g,
    (character) => plainCharacters[character] ?? '',
  )
}

/** Splits plain text into words and numbers. Letters directly after a number stay with it: "4th", "76ers". */
export function splitWords(plainText: string): string[] {
  let normalized = plainText
  if (normalized.includes(',')) normalized = normalized.replaceAll(/(\d),(?=\d{3}(?!\d))/g, '$1')
  if (normalized.includes('.'))
    normalized = normalized.replaceAll(/(?<![\p{L}\d])(?:\p{L}\.){2,}/gu, (initials) =>
      initials.replaceAll('.', ''),
    )
  if (normalized.includes("'"))
    normalized = normalized.replaceAll(/'s(?!\p{L})/gu, '').replaceAll("'", '')
  return normalized.match(/\d+(?:\.\d+)?\p{L}*|[\p{L}_]+\d*/gu) ?? []
}

/** Seasons such as "2025-26". `canonicalWords` removes them, because `windows.ts` compares them. */
const season = /(?<!\d)20\d\d[-/](?:20)?\d\d(?!\d)/g
/** "98th" in "the 98th Academy Awards", which `canonicalWords` removes: the year identifies the ceremony. */
const ceremonyNumber =
  /(?<!\d)\d{1,3}(?:st|nd|rd|th) (?:annual |primetime ){0,2}(?=academy|oscars?|grammy|emmy|golden globe|tony )/g
/** A number with the attached unit "bp" or "bps" (basis points), as in "25bps". */
export const attachedUnit = /(\d)(bps?)(?!\p{L})/gu
/** Times of day. `canonicalWords` removes them, because `windows.ts` compares them. */
const clockTime = /(?<![\d$.])\d{1,2}(?::\d\d)? ?[ap]\.?m\b\.?/g
/** "Group A", "Serie B". `canonicalWords` makes one word of each, because the letter distinguishes groups. */
const letteredGroup = /(?<!\p{L})(group|serie|pot|division|class) ([a-l])(?![\p{L}\d'’.])/gu
/** A rank with a number sign, as in "#6 overall pick". */
const rankNumber = /#(\d{1,3})(?!\d)/g
/** The letter x in the meaning "versus", as in "Russia x Ukraine". */
const versus = /(?<=\p{L}) x (?=\p{L})/gu

const stateCodeSet = new Set(stateCodeByName.values())
/** A congressional district of the US: "NC-01", or "AK-AL" for a state with one district ("at large"). */
const districtCode = /(?<![\p{L}\d])(\p{L}{2})-(\d{1,2}|al)(?![\p{L}\d])/gu

/**
 * Splits a text into canonical words: the lexicon gives one form for all synonyms. Examples: `moty` for
 * "Manager of the Year", `dem` for "Democratic", `st_nh` for New Hampshire, `dist_nc_1` for the district
 * NC-01.
 */
export function canonicalWords(text: string): readonly string[] {
  const plainText = canonicalizeRateDecisions(rewriteSynonymousPhrases(normalizeToPlainText(text)))
    .replaceAll('_', ' ')
    .replaceAll(season, ' ')
    .replaceAll(ceremonyNumber, '')
    .replaceAll(clockTime, ' ')
    .replaceAll(attachedUnit, '$1 $2')
    .replaceAll(rankNumber, (_found, number: string) => toOrdinal(Number(number)))
    .replaceAll(versus, ' and ')
    .replaceAll(letteredGroup, '$1_$2')
    .replaceAll(districtCode, (found, state: string, number: string) =>
      stateCodeSet.has(state)
        ? ` dist_${state}_${number === 'al' ? 'al' : Number(number)} `
        : found,
    )
  const words = plainText
    .split(/(dist_\w+)/)
    .flatMap((part) => (part.startsWith('dist_') ? [part] : splitWords(part)))
  const joined = attachPartyToChamber(expandNumbers(joinPhrases(words)))
  return joined.some((word) => word.startsWith('st_')) ? joinDistricts(joined) : joined
}

const chambers: ReadonlySet<string> = new Set(['house', 'senate'])
const parties: Readonly<Record<string, string>> = { d: 'dem', dem: 'dem', r: 'rep', rep: 'rep' }

/**
 * If a question names both chambers of Congress, joins each with its party: "D Senate, R House" becomes the
 * two words `senate_dem` and `house_rep`. Otherwise the order of the words would be lost.
 */
function attachPartyToChamber(words: readonly string[]): readonly string[] {
  if (!words.includes('house') || !words.includes('senate')) return words
  let party: string | undefined
  return words.flatMap((word) => {
    const statedParty = Object.hasOwn(parties, word) ? parties[word] : undefined
    if (statedParty === undefined && !(chambers.has(word) && party !== undefined)) return [word]
    party = statedParty ?? party
    return statedParty === undefined ? [`${word}_${party}`] : []
  })
}

function toOrdinal(n: number): string {
  const isTeen = n % 100 > 10 && n % 100 < 14
  const ending = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][n % 10] ?? 'th')
  return `${n}${ending}`
}

/**
 * Makes one word of a district that is written out: "New York's 7th congressional district", "Wisconsin 03
 * House".
 */
function joinDistricts(words: readonly string[]): readonly string[] {
  const joined: string[] = []
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i] ?? ''
    const number = /^(\d{1,2})(st|nd|rd|th)?$/.exec(words[i + 1] ?? '')
    const following = words.slice(i + 2, i + 4)
    const isDistrict =
      number?.[2] === undefined ? following[0] === 'house' : following.includes('district')
    if (word.startsWith('st_') && number && isDistrict) {
      joined.push(`dist_${word.slice(3)}_${Number(number[1])}`)
      i += following.indexOf('district') + 2
    } else joined.push(word)
  }
  return joined
}

/** Replaces each phrase that the lexicon lists by its canonical words; longer phrases come first. */
function joinPhrases(words: readonly string[]): readonly string[] {
  const joined: string[] = []
  for (let i = 0; i < words.length;) {
    const word = words[i] ?? ''
    const found = phrasesByFirstWord
      .get(word)
      ?.find(([phrase]) => phrase.every((part, j) => words[i + j] === part))
    if (found) joined.push(...found[1])
    else joined.push(word)
    i += found ? found[0].length : 1
  }
  return joined
}

/** A number, with or without an abbreviated scale: "150", "150k", "2.5bn". */
const scaledNumber = /^(\d+(?:\.\d+)?)(k|m|bn?)?$/

const startsWithDigit = /^\d/

/** Writes numbers with a scale as digits: "150k" becomes "150000", "0.50 million" becomes "500000". */
function expandNumbers(words: readonly string[]): readonly string[] {
  if (!words.some((word) => startsWithDigit.test(word))) return words
  return words.flatMap((word, i) => {
    if (Object.hasOwn(scales, word) && word.length > 2 && scaledNumber.test(words[i - 1] ?? ''))
      return []
    const [, digits, unit] = scaledNumber.exec(word) ?? []
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

const stemCache = new Map<string, string>()
/** Maximum number of words in the cache, which limits its memory. A full cache is emptied. */
const maxCachedStems = 100_000

/**
 * Returns the stem of a word: the word without a plural ending, -ed or -ing. For irregular words the lexicon gives the
 * stem. The result is cached, also because markets keep their stems: one shared string takes less memory than many
 * equal strings.
 */
export function toStem(word: string): string {
  const known = stemCache.get(word)
  if (known !== undefined) return known
  if (stemCache.size >= maxCachedStems) stemCache.clear()
  const key = copyOfText(word)
  const stem = stemOf(key)
  stemCache.set(key, stem)
  return stem
}

function stemOf(word: string): string {
  const irregular = baseFormByWord.get(word)
  if (irregular !== undefined) return irregular
  if (word.length < 5 || word.includes('_') || /\d/.test(word)) return word
  const withoutEnding = word
    .replace(/ies$/, 'y')
    .replace(/(?:ing|ed|es|s)$/, (ending) =>
      word.length - ending.length >= 4 ? '' : ending === 'es' || ending === 'ed' ? 'e' : ending,
    )
  return withoutEnding.length > 4 ? withoutEnding.replace(/e$/, '') : withoutEnding
}
