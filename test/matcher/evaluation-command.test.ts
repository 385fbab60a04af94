// The output and the errors of `npm run eval:matching`.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { game, toLines, twoSided } from './labelled-events.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oddslog-eval-'))
  await writeFile(join(folder, 'good.jsonl'), toLines(game, { ...twoSided, category: 'props' }))
  await writeFile(join(folder, 'broken.jsonl'), `${toLines(game)}{}\n`)
})
afterAll(() => rm(folder, { recursive: true }))

function run(...args: readonly string[]) {
  const program = ['--import', 'tsx', 'bench/eval-matching.ts', ...args]
  return spawnSync(process.execPath, program, { encoding: 'utf8' })
}

describe('eval:matching', () => {
  it('prints one object, and nothing else', () => {
    const { status, stdout } = run('--json', join(folder, 'good.jsonl'))
    expect(status).toBe(0)
    const answer: unknown = JSON.parse(stdout)
    const quality = {
      precision: expect.any(Number),
      recall: expect.any(Number),
      precision_interval: [expect.any(Number), expect.any(Number)],
      recall_interval: [expect.any(Number), expect.any(Number)],
      counts: {
        true_positives: expect.any(Number),
        false_positives: expect.any(Number),
        false_negatives: expect.any(Number),
        unsure_left_out: expect.any(Number),
        unjudged: expect.any(Number),
        wrong_outcome: expect.any(Number),
      },
    }
    expect(answer).toMatchObject({
      high: quality,
      medium_or_better: quality,
      by_category: { match_winner: { high: quality, medium_or_better: quality }, props: {} },
      baselines: { title_similarity: { threshold: expect.any(Number) }, exact_titles: {} },
    })
  })

  it('prints tables in Markdown', () => {
    const { status, stdout } = run(join(folder, 'good.jsonl'))
    expect(status).toBe(0)
    expect(stdout).toContain('| match_winner | 1.000 (0.44–1.00) 3/3 |')
    expect(stdout).toContain('token-set ratio')
  })

  it.each([
    ['a file that is not there', 'none.jsonl', 'there is no such file'],
    ['a broken line', 'broken.jsonl', "line 2: must have required property 'category'"],
    ['a folder', '.', 'illegal operation on a directory'],
  ])('refuses %s', (_, file, why) => {
    const { status, stdout, stderr } = run('--json', join(folder, file))
    expect([status, stdout]).toEqual([1, ''])
    expect(stderr).toContain(why)
    expect(stderr.trim().split('\n')).toHaveLength(1)
  })
})
