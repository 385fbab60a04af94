// How good matching must stay on the labelled set that the rules were written with. Needs the set
// beside the repository, and is skipped where there is none.
import { describe, expect, it } from '@jest/globals'
import { existsSync, readFileSync } from 'node:fs'
import { evaluateMatching } from '../../bench/matching-quality/evaluate.ts'
import { parseLabelledSet } from '../../bench/matching-quality/labelled-set.ts'

const file = '../shared/matching/dev.jsonl'
const describeLabelled = existsSync(file) ? describe : describe.skip
if (!existsSync(file)) process.stdout.write('no labelled set here: its guard is skipped\n')

describeLabelled('on the labelled set', () => {
  const evaluate = () => evaluateMatching(parseLabelledSet(readFileSync(file, 'utf8')))

  it('matches right, and misses little', () => {
    const { levels, falseLinks, missed } = evaluate()
    const { high, medium_or_better: medium } = levels
    // what is wrong is shown when the shares are too low
    const shares = [high.precision, high.recall, medium.precision, medium.recall]
    const least = [0.99, 0.85, 0.97, 0.95]
    const tooLow = shares.flatMap((share, i) => ((share ?? 0) < (least[i] ?? 1) ? [share] : []))
    expect({ tooLow, ...(tooLow.length > 0 && { falseLinks, missed }) }).toEqual({ tooLow: [] })
    expect(medium.counts.wrong_outcome).toBe(0)
  })

  it('has as many matches as the set is said to have', () => {
    const { counts } = evaluate().levels.medium_or_better
    const { true_positives, false_negatives, unsure_left_out } = counts
    expect(true_positives + false_negatives + unsure_left_out).toBe(72)
  })
})
