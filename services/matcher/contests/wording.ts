// Small questions about the words of a title: numbers that are bounds, and words that nobody knows.
import { abbreviations, fillers, statistics, units } from '../lexicon/contest-words.ts'
import { splitWords } from '../words.ts'

export interface Bound {
  /** null: a line on which it can end undecided. */
  readonly atLeast: number | null
  /** The text without it. */
  readonly rest: string
}

/** "Over 2.5" is 3 or more. */
const over = /\b(?:o\/u|over\/under|over|more than|exceeds?|above) (\d+(?:\.\d+)?)(?![\d.])/
const least = /\bat least (\d+)\b(?!\.\d)|\b(\d+)(?:\+(?=\s|$)| or more\b)/

/** null: the text names no bound, or not one from below. */
export function boundIn(plain: string): Bound | null {
  const line = over.exec(plain)
  const found = line ?? least.exec(plain)
  if (!found) return null
  const rest = `${plain.slice(0, found.index)} ${plain.slice(found.index + found[0].length)}`.trim()
  if (line) {
    // "more than 2" says what "over 2.5" says; the line "O/U 2" gives the stake back on 2
    const isLine = line[0].startsWith('o')
    const number = Number(line[1])
    return {
      atLeast: Number.isInteger(number) && !isLine ? number + 1 : atLeastOver(line[1]),
      rest,
    }
  }
  return { atLeast: Number(found[1] ?? found[2]), rest }
}

/** null for a line on which it can end undecided, and for quarters of a goal. */
export function atLeastOver(line: string | undefined): number | null {
  const number = Number(line)
  return Number.isInteger(number * 2) && !Number.isInteger(number) ? Math.ceil(number) : null
}

export interface Counted {
  /** null: the text names none. `mixed`: several. */
  readonly unit: string | null
  /** What is neither a unit nor said of any contest: a name, or what is not understood. */
  readonly others: readonly string[]
}

export function countedIn(plain: string): Counted {
  const found = new Set<string>()
  const others: string[] = []
  for (const word of splitWords(plain)) {
    const unit = units.get(word)
    if (unit !== undefined) found.add(unit)
    else if (!isFiller(word)) others.push(word)
  }
  if (found.size > 1) return { unit: 'mixed', others }
  const [unit = null] = found
  return { unit, others }
}

/** Words that say something of this one contest. */
export function tellingWordsIn(plain: string): readonly string[] {
  return splitWords(plain).filter((word) => !isFiller(word))
}

function isFiller(word: string): boolean {
  return fillers.has(word) || /^(?:20\d\d|\d(?:st|nd|rd|th)|\d{1,2}(?:am|pm))$/.test(word)
}

/** What a player is counted for, in one form: "3-pointers made" and "threes". */
export function toStatistic(plain: string): string {
  const text = plain
    .replaceAll(/[^\p{L}\d]+/gu, ' ')
    .replaceAll(/\b(?:total|and|in the game|in the match)\b(?! base)/g, ' ')
    .replaceAll(/ +/g, ' ')
    .trim()
  const singular = text
    .split(' ')
    .map((word) => abbreviations.get(word) ?? (word.length > 3 ? word.replace(/s$/, '') : word))
    .join(' ')
  return statistics.get(singular) ?? statistics.get(text) ?? singular
}
