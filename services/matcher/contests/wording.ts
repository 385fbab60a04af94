// Functions for parts of a contest title: bounds, units, significant words and player statistics.
import {
  statisticByAbbreviation,
  fillerWords,
  statisticByPhrase,
  unitByWord,
} from '../lexicon/contest-words.ts'
import { splitWords } from '../words.ts'

export interface LowerBound {
  /**
   * The lowest number for which the market pays; null if the stake is refunded at the stated number itself
   * ("O/U 3" with a result of 3).
   */
  readonly atLeast: number | null
  /** The text without the bound. */
  readonly remainingText: string
}

/** A bound that excludes its number: "over 2.5" means 3 or more. */
const overPattern = /\b(?:o\/u|over\/under|over|more than|exceeds?|above) (\d+(?:\.\d+)?)(?![\d.])/
/** A bound that includes its number: "at least 3", "3+", "3 or more". */
const atLeastPattern = /\bat least (\d+)\b(?!\.\d)|\b(\d+)(?:\+(?=\s|$)| or more\b)/

/** Finds the lower bound in a plain text (lower case, no accents). Returns null if it has none. */
export function parseBound(plainText: string): LowerBound | null {
  const overMatch = overPattern.exec(plainText)
  const match = overMatch ?? atLeastPattern.exec(plainText)
  if (!match) return null
  const remainingText =
    `${plainText.slice(0, match.index)} ${plainText.slice(match.index + match[0].length)}`.trim()
  if (overMatch) {
    // "More than 2" equals "over 2.5". The betting line "O/U 2" differs: it refunds the stake on exactly 2.
    const isBettingLine = overMatch[0].startsWith('o')
    const bound = Number(overMatch[1])
    return {
      atLeast:
        Number.isInteger(bound) && !isBettingLine ? bound + 1 : lowestNumberAbove(overMatch[1]),
      remainingText,
    }
  }
  return { atLeast: Number(match[1] ?? match[2]), remainingText }
}

/**
 * Returns the lowest whole number above a betting line: 3 for "2.5". Returns null for a whole number ("3"), on which
 * the stake is refunded, and for a quarter line ("2.25"), on which half the stake may be refunded.
 */
export function lowestNumberAbove(line: string | undefined): number | null {
  const number = Number(line)
  return Number.isInteger(number * 2) && !Number.isInteger(number) ? Math.ceil(number) : null
}

/** What a text counts, such as goals or maps. */
export interface CountedUnit {
  /** The unit in the plural. null: the text names no unit. `mixed`: it names several. */
  readonly unit: string | null
  /** Words that are neither units nor insignificant: names and unknown words. */
  readonly otherWords: readonly string[]
}

export function parseUnit(plainText: string): CountedUnit {
  const found = new Set<string>()
  const otherWords: string[] = []
  for (const word of splitWords(plainText)) {
    const unit = unitByWord.get(word)
    if (unit !== undefined) found.add(unit)
    else if (!isFillerWord(word)) otherWords.push(word)
  }
  if (found.size > 1) return { unit: 'mixed', otherWords }
  const [unit = null] = found
  return { unit, otherWords }
}

/**
 * Returns the significant words of a plain text: those that do not occur in questions on contests in general.
 */
export function significantWordsIn(plainText: string): readonly string[] {
  return splitWords(plainText).filter((word) => !isFillerWord(word))
}

/**
 * Whether a word occurs in questions on contests in general, so that it does not distinguish two questions.
 */
function isFillerWord(word: string): boolean {
  return fillerWords.has(word) || /^(?:20\d\d|\d(?:st|nd|rd|th)|\d{1,2}(?:am|pm))$/.test(word)
}

/**
 * Returns the canonical name of a player statistic, for example the same for "3-pointers made" and "threes".
 */
export function normalizeStatistic(plainText: string): string {
  const text = plainText
    .replaceAll(/[^\p{L}\d]+/gu, ' ')
    .replaceAll(/\b(?:total|and|in the game|in the match)\b(?! base)/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
  const singular = text
    .split(' ')
    .map(
      (word) =>
        statisticByAbbreviation.get(word) ?? (word.length > 3 ? word.replace(/s$/, '') : word),
    )
    .join(' ')
  return statisticByPhrase.get(singular) ?? statisticByPhrase.get(text) ?? singular
}
