// Measures the accuracy of matching on a labelled set of real events, compared with two baselines.
//   npm run eval:matching -- [--json] [FILE]
// FILE: of the format of the labelled set, which is the default: ../shared/matching/dev.jsonl beside
// the repository. Markdown, or with --json one object, goes to stdout.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { evaluateMatching, measureBaselines } from './matching-quality/evaluate.ts'
import { InvalidLabelledSetError, parseLabelledSet } from './matching-quality/labelled-set.ts'
import { toJson, toMarkdown } from './matching-quality/report.ts'

const { values, positionals } = parseArgs({
  options: { json: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const labelledSet = fileURLToPath(new URL('../../shared/matching/dev.jsonl', import.meta.url))
const [file = labelledSet] = positionals

try {
  const pairs = parseLabelledSet(await readFile(file, 'utf8'))
  const [evaluation, baselines] = [evaluateMatching(pairs), measureBaselines(pairs)]
  process.stdout.write(
    values.json
      ? `${JSON.stringify(toJson(evaluation, baselines), null, 2)}\n`
      : toMarkdown(evaluation, baselines),
  )
} catch (error) {
  const why = whyRefused(error)
  if (why === null) throw error
  process.stderr.write(`${file}: ${why}\n`)
  process.exitCode = 1
}

/** null: an internal error. */
function whyRefused(error: unknown): string | null {
  if (error instanceof InvalidLabelledSetError) return error.message
  if (!(error instanceof Error && 'code' in error)) return null
  if (error.code === 'ENOENT')
    return 'there is no such file. Name one: npm run eval:matching -- FILE'
  return error.message
}
