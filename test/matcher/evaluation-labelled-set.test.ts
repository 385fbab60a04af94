// Minimum accuracy of matching on labelled sets: those of this folder, and the one next to the repository
// if it is there. docs/matching.md describes how they were made.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { evaluateMatching, type Evaluation } from '../../bench/matching-quality/evaluate.ts'
import { parseLabelledSet } from '../../bench/matching-quality/labelled-set.ts'
import { root } from '../support/source-files.ts'

const evaluate = (path: string): Evaluation =>
  evaluateMatching(parseLabelledSet(readFileSync(path, 'utf8')))

const own = join(root, 'test/matcher/labelled')
const ofReaders = join(root, '../shared/matching/dev.jsonl')
if (!existsSync(ofReaders))
  process.stdout.write('no ../shared/matching/dev.jsonl here: its guard is skipped\n')

/** At high, then at medium or better: precision and recall. */
function expectAtLeast(evaluation: Evaluation, least: readonly number[]): void {
  const { high, medium_or_better: medium } = evaluation.levels
  const proportions = [high.precision, high.recall, medium.precision, medium.recall]
  const tooLow = proportions.flatMap((proportion, i) =>
    (proportion ?? 0) < (least[i] ?? 1) ? [proportion] : [],
  )
  // the errors are shown when the proportions are too low
  const { falseLinks, missed } = evaluation
  expect({ tooLow, ...(tooLow.length > 0 && { falseLinks, missed }) }).toEqual({ tooLow: [] })
  expect(medium.counts.wrong_outcome).toBe(0)
}

describe('of our own', () => {
  const files = readdirSync(own)

  it('there are seven', () => {
    expect(files).toHaveLength(7)
  })

  it.each(files)('%s: no match is wrong, and few are missed', (file) => {
    expectAtLeast(evaluate(join(own, file)), [1, 0.9, 1, 0.94])
  })
})

const describeOfReaders = existsSync(ofReaders) ? describe : describe.skip
describeOfReaders('of two readers', () => {
  it('matches right, and misses little', () => {
    expectAtLeast(evaluate(ofReaders), [0.99, 0.85, 0.97, 0.95])
  })

  it('has as many matches as the set is said to have', () => {
    const { counts } = evaluate(ofReaders).levels.medium_or_better
    const { true_positives, false_negatives, unsure_left_out } = counts
    expect(true_positives + false_negatives + unsure_left_out).toBe(72)
  })
})
