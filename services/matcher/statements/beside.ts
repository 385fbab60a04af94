// What words mean in the company they are in.
import { besideLargeNumbers, besideNumbers, besideWords } from '../lexicon/beside.ts'
import { comparingWords, countedWords, leagueWords, softWords } from '../lexicon/soft-words.ts'
import type { Range } from '../ranges.ts'
import { toStem } from '../words.ts'

interface Meaning {
  /** Empty: it says nothing. */
  readonly becomes: string
  readonly beside: readonly string[]
}

const anywhere = readLines(besideWords)
const withNumber = readLines(besideNumbers)
const withLargeNumber = readLines(besideLargeNumbers)
/** Prices do not rise so much in a month. */
const largePercentage = 1.5

/** Words that are said in one sentence, and in another that has them tell nothing. */
export const atTimesSilent: ReadonlySet<string> = new Set([
  ...[softWords, leagueWords, comparingWords, countedWords].flatMap((words) =>
    [...words].map(toStem),
  ),
  ...[anywhere, withNumber, withLargeNumber].flatMap((meanings) => [...meanings.keys()]),
])

function readLines(lines: string): ReadonlyMap<string, readonly Meaning[]> {
  const found = new Map<string, Meaning[]>()
  for (const line of lines.trim().split('\n')) {
    const [becomes = '', rest = ''] = line.split(/: ?/)
    const [words = '', beside = ''] = rest.split(' | ')
    const meaning = { becomes: toStem(becomes), beside: beside.split(' ').map(toStem) }
    for (const word of words.split(' ').map(toStem))
      found.set(word, [...(found.get(word) ?? []), meaning])
  }
  return found
}

export interface Meanings {
  /** Of the stems that mean another here, which; empty: it says no more than its company. */
  readonly others: ReadonlyMap<string, string>
  /** The stems, and what they mean. */
  readonly all: ReadonlySet<string>
}

export function meaningsOf(stems: ReadonlySet<string>, range: Range | null): Meanings {
  const isLarge = (range?.low ?? range?.high ?? 0) >= largePercentage
  const others = new Map<string, string>()
  for (const stem of stems) {
    const becomes =
      meaningIn(anywhere, stem, stems) ??
      (range === null ? undefined : meaningIn(withNumber, stem, stems)) ??
      (isLarge ? meaningIn(withLargeNumber, stem, stems) : undefined)
    if (becomes !== undefined) others.set(stem, becomes)
  }
  return { others, all: others.size === 0 ? stems : new Set([...stems, ...others.values()]) }
}

function meaningIn(
  meanings: ReadonlyMap<string, readonly Meaning[]>,
  stem: string,
  all: ReadonlySet<string>,
): string | undefined {
  return meanings
    .get(stem)
    ?.find(({ beside }) => beside.some((other) => other !== stem && all.has(other)))?.becomes
}
