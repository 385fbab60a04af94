// docs/api.md has the bounds that requests are validated by.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { root } from '../support/source-files.ts'
import { operationsOf, type OpenApi } from './clients/planned-calls.ts'
import { emptyStore, runApi, type RunningApi } from './running-api.ts'

let api: RunningApi
beforeAll(async () => {
  api = await runApi(emptyStore)
})
afterAll(() => api.close())

/** The sentence that openapi-schema.ts adds to the description of a parameter. */
const bounds = /(?:^|\. )((?:At most|At least|\d+ to) [^.]*)\.$/
/** Larger integers are not exact in JSON. */
const largestInteger = ` to ${Number.MAX_SAFE_INTEGER}`

it('docs/api.md has each parameter with bounds, and the requests that have it', async () => {
  const document = (await api.get('/openapi.json')).body as OpenApi
  const rows = new Map<string, string[]>()
  for (const { template, operation } of operationsOf(document))
    for (const { name, description } of operation.parameters) {
      const [, found] = bounds.exec(description ?? '') ?? []
      if (found === undefined) continue
      const row = `| \`${name}\` | ${found.replace(largestInteger, ' or more')} |`
      rows.set(row, [...(rows.get(row) ?? []), `\`${template}\``])
    }
  const table = [...rows].map(([row, paths]) => `${row} ${paths.join(', ')} |`)
  expect(table.length).toBeGreaterThan(10)
  const page = await readFile(join(root, 'docs/api.md'), 'utf8')
  const lines = page.split('\n')
  const from = lines.indexOf('| parameter | bounds | requests |') + 2
  expect(lines.slice(from, lines.indexOf('', from))).toEqual(table)
})
