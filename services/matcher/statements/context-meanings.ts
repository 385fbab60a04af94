// Applies the rules of `lexicon/context-meanings.ts`. Some words have another meaning, or none, if the
// question contains certain other words: "magnitude" is insignificant in a question about an earthquake.
import {
  contextMeaningsWithLargeNumber,
  contextMeaningsWithNumber,
  contextMeanings,
} from '../lexicon/context-meanings.ts'
import {
  comparisonWords,
  rankingUnitWords,
  leagueWords,
  stopWords,
} from '../lexicon/word-weights.ts'
import type { Range } from '../ranges.ts'
import { toStem } from '../words.ts'

interface MeaningRule {
  /** The stem that replaces the word. Empty: the word is insignificant in this context. */
  readonly replacement: string
  /** The rule applies if the question contains at least one of these stems. */
  readonly context: readonly string[]
}

const rulesForAll = parseRules(contextMeanings)
const rulesWithNumber = parseRules(contextMeaningsWithNumber)
const rulesWithLargeNumber = parseRules(contextMeaningsWithLargeNumber)
/** An inflation figure of this size (percent) or more is an annual one, because no month reaches it. */
const minAnnualPercentage = 1.5

/** Stems that are significant in some questions and insignificant in others. */
export const sometimesInsignificantStems: ReadonlySet<string> = new Set([
  ...[stopWords, leagueWords, comparisonWords, rankingUnitWords].flatMap((words) =>
    [...words].map(toStem),
  ),
  ...[rulesForAll, rulesWithNumber, rulesWithLargeNumber].flatMap((rulesByStem) => [
    ...rulesByStem.keys(),
  ]),
])

function parseRules(lines: string): ReadonlyMap<string, readonly MeaningRule[]> {
  const meaningsByStem = new Map<string, MeaningRule[]>()
  for (const line of lines.trim().split('\n')) {
    const [replacement = '', rest = ''] = line.split(/: ?/)
    const [words = '', context = ''] = rest.split(' | ')
    const meaning = { replacement: toStem(replacement), context: context.split(' ').map(toStem) }
    for (const word of words.split(' ').map(toStem))
      meaningsByStem.set(word, [...(meaningsByStem.get(word) ?? []), meaning])
  }
  return meaningsByStem
}

/** The result of applying the rules to a question. */
export interface MeaningsInContext {
  /** The replacement of each stem that a rule replaces. Empty: the stem is insignificant here. */
  readonly replacements: ReadonlyMap<string, string>
  /** All stems of the question and all replacements. */
  readonly allStems: ReadonlySet<string>
}

/** Returns the replacements for the stems of a question. `range`: the range that the question states, or null. */
export function meaningsInContext(
  stems: ReadonlySet<string>,
  range: Range | null,
): MeaningsInContext {
  const isLarge = (range?.low ?? range?.high ?? 0) >= minAnnualPercentage
  const replacements = new Map<string, string>()
  for (const stem of stems) {
    const replacement =
      replacementIn(rulesForAll, stem, stems) ??
      (range === null ? undefined : replacementIn(rulesWithNumber, stem, stems)) ??
      (isLarge ? replacementIn(rulesWithLargeNumber, stem, stems) : undefined)
    if (replacement !== undefined) replacements.set(stem, replacement)
  }
  return {
    replacements,
    allStems: replacements.size === 0 ? stems : new Set([...stems, ...replacements.values()]),
  }
}

/** Returns the replacement by the first rule that applies to the stem, or undefined if none applies. */
function replacementIn(
  rulesByStem: ReadonlyMap<string, readonly MeaningRule[]>,
  stem: string,
  presentStems: ReadonlySet<string>,
): string | undefined {
  return rulesByStem
    .get(stem)
    ?.find(({ context }) => context.some((other) => other !== stem && presentStems.has(other)))
    ?.replacement
}
