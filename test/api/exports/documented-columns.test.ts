// docs/api.md has the columns of each kind of export.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { exportKindNames, exportKinds } from '../../../services/api/exports/kinds.ts'
import { root } from '../../support/source-files.ts'

it.each(exportKindNames)('docs/api.md has the columns of %s', async (name) => {
  const { rows, columns } = exportKinds[name]
  const page = await readFile(join(root, 'docs/api.md'), 'utf8')
  const section = [
    `### Columns of \`${name}\``,
    '',
    rows,
    '',
    '| column | type | meaning |',
    '|---|---|---|',
    ...columns.map((one) => `| \`${one.name}\` | ${one.type} | ${one.description} |`),
    '',
  ]
  expect(page).toContain(section.join('\n'))
})
