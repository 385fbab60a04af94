// An evaluation in Markdown, as docs/matching.md shows it, and as one object for programs.
import { tableHead, tableRow } from '../statistics.ts'
import {
  levels,
  type Baselines,
  type ByLevel,
  type Confusion,
  type Evaluation,
  type Level,
} from './evaluate.ts'
import type { MarketPair } from './labelled-set.ts'
import type { Obstacle } from './matcher-links.ts'
import type { Quality } from './quality.ts'

export function toJson(evaluation: Evaluation, baselines: Baselines): object {
  const { levels: all, byCategory, confusion } = evaluation
  const withConfusion = (level: Level): object => ({ ...all[level], confusion: confusion[level] })
  return {
    high: withConfusion('high'),
    medium_or_better: withConfusion('medium_or_better'),
    by_category: Object.fromEntries(byCategory),
    baselines,
  }
}

export function toMarkdown(evaluation: Evaluation, baselines: Baselines): string {
  const { levels: all, confusion } = evaluation
  const { title_similarity, exact_titles } = baselines
  const rows = [...evaluation.byCategory].map(([category, quality]) => rowOf(category, quality))
  const baselineRow = (name: string, quality: Quality): string =>
    tableRow([name, precisionOf(quality), recallOf(quality)])
  return [
    `${evaluation.pairs} pairs of events. Each cell has a proportion, its 95% confidence interval, and the proportion's numerator and denominator.\n\n`,
    tableHead([
      'category',
      'precision at high',
      'recall at high',
      'precision at medium or better',
      'recall at medium or better',
    ]),
    ...rows,
    rowOf('**all**', all),
    `\n${sideNotes(all)}\n\n`,
    tableHead(['what links', 'precision', 'recall']),
    baselineRow('the matcher, medium or better', all.medium_or_better),
    baselineRow(
      `similar titles: token-set ratio of ${title_similarity.threshold} or more, the best threshold for this very file`,
      title_similarity,
    ),
    baselineRow('exact titles, but for case and punctuation', exact_titles),
    confusionTable(confusion),
    pairList(
      'False links',
      evaluation.falseLinks.map((link) => ({ ...link, evidence: `score ${link.score}` })),
      evaluation,
    ),
    pairList('Missed at medium or better', evaluation.missed, evaluation),
    pairList(
      'Not judged: of different lines',
      evaluation.unjudged.map((link) => ({
        ...link,
        why: 'not judged',
        evidence: `score ${link.score}`,
      })),
      evaluation,
    ),
  ].join('')
}

function rowOf(name: string, { high, medium_or_better: medium }: ByLevel<Quality>): string {
  return tableRow([name, ...[high, medium].flatMap((q) => [precisionOf(q), recallOf(q)])])
}

function precisionOf({ precision, precision_interval, counts }: Quality): string {
  const { true_positives: right, false_positives: wrong } = counts
  return shareOf(precision, precision_interval, right, right + wrong)
}

function recallOf({ recall, recall_interval, counts }: Quality): string {
  const { true_positives: right, false_negatives: missed } = counts
  return shareOf(recall, recall_interval, right, right + missed)
}

function shareOf(
  share: number | null,
  [low, high]: readonly [number, number],
  hits: number,
  of: number,
): string {
  if (share === null) return '–'
  return `${share.toFixed(3)} (${low.toFixed(2)}–${high.toFixed(2)}) ${hits}/${of}`
}

function sideNotes({ high, medium_or_better: medium }: ByLevel<Quality>): string {
  const both = (what: keyof Quality['counts']): string =>
    `${high.counts[what]} at high, ${medium.counts[what]} at medium or better`
  return [
    `Matches that are left out, because they are labelled uncertain and were not linked: ${both('unsure_left_out')}.`,
    `Links between the right markets with the wrong outcome: ${both('wrong_outcome')}.`,
    `Links that the set does not judge, because the markets are in different lines of the file: ${both('unjudged')}.`,
  ].join(' ')
}

function confusionTable(confusion: ByLevel<Confusion>): string {
  const rows = levels.flatMap((level) => {
    const name = level.replaceAll('_', ' ')
    const rowsOf = (what: string, counts: Readonly<Record<string, number>>): string[] =>
      Object.entries(counts).map(([why, count]) => tableRow([name, what, why, count]))
    return [
      ...rowsOf('false link; the label says', confusion[level].let_through),
      ...rowsOf('missed match; our comparison says', confusion[level].killed),
    ]
  })
  if (rows.length === 0) return '\nEvery link is correct, and no match is missed.\n'
  return `\n${tableHead(['level', 'what', 'because of', 'how often'])}${rows.join('')}`
}

function pairList(
  name: string,
  pairs: readonly (MarketPair & Obstacle)[],
  evaluation: Evaluation,
): string {
  if (pairs.length === 0) return ''
  const lines = pairs.map(
    ({ ticker, condition_id, why, evidence }) =>
      `- ${why} (${evidence}): \`${ticker}\` ${evaluation.titleOf(ticker)} / \`${condition_id}\` ${evaluation.titleOf(condition_id)}\n`,
  )
  return `\n${name}:\n\n${lines.join('')}`
}
