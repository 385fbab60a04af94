// docs/subscribing.md describes every topic, explains every field, and contains the programs that the
// tests run. `npm run generate -- --check` checks that the page is up to date; links.test.ts its links.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { readTopicSchemas } from '../../services/lib/codec/schemas.ts'
import { roles, topics, type Topic } from '../../services/topology.ts'
import { root } from '../support/source-files.ts'

const page = readFileSync(join(root, 'docs/subscribing.md'), 'utf8')
const names = Object.keys(topics) as Topic[]

/** From a heading to the next one of any kind. */
function sectionOf(heading: string): string {
  const [, after] = page.split(new RegExp(`^#+ ${heading.replaceAll('.', '\\.')}$`, 'm'))
  return after?.split(/^#+ /m)[0] ?? ''
}

/** The names of all fields in a schema, however deep. */
function fieldNames(schema: unknown): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return []
  if (Array.isArray(schema)) return schema.flatMap(fieldNames)
  const { fields = [], ...rest } = schema as { fields?: { name: string; type: unknown }[] }
  const own = fields.flatMap(({ name, type }) => [name, ...fieldNames(type)])
  return [...own, ...Object.values(rest).flatMap(fieldNames)]
}

describe('the page', () => {
  it.each(names)('says of %s who writes it and what its key is', (name) => {
    const row = page.split('\n').find((line) => line.startsWith(`| [\`pm.${name}\`](../schemas`))
    const text = sectionOf(`pm.${name}`) || (row ?? '')
    const writers = Object.entries(roles).filter(([, role]) =>
      (role.writes as readonly Topic[]).includes(name),
    )
    for (const [role] of writers) expect(text).toContain(role)
    expect(text).toContain(`| ${topics[name].key} |`)
  })

  it('has no section for what holds emails, hashes and our own notes', () => {
    const isPrivate = (name: Topic): boolean => sectionOf(`pm.${name}`) === ''
    expect(names.filter(isPrivate).toSorted()).toEqual([
      'dead-letters',
      'developers',
      'history-requests',
      'log-identity',
      'poll-checkpoints',
      'wallet-requests',
      'webhook-checkpoints',
      'webhook-messages',
      'webhooks',
    ])
  })

  it.each(names.filter((name) => sectionOf(`pm.${name}`) !== ''))(
    'explains every field of %s',
    (name) => {
      // those of records that several topics have are explained once, after the watermarks
      const text = sectionOf(`pm.${name}`) + sectionOf('Watermarks')
      const fields = fieldNames(readTopicSchemas()[name])
      expect(fields.length).toBeGreaterThanOrEqual(3)
      const isExplained = (field: string): boolean =>
        new RegExp(`^\\| \`([\\w[\\].]+\\.)?${field}\` \\| .+ \\| .+ \\|$`, 'm').test(text)
      expect(fields.filter((field) => !isExplained(field))).toEqual([])
    },
  )

  it.each([
    'typescript/trades.ts',
    'typescript/read-committed.ts',
    'python/trades.py',
    'java/Trades.java',
  ])('shows %s as it is run', (path) => {
    const program = readFileSync(join(root, 'docs/subscribing', path), 'utf8')
    expect(page).toContain(`\n${program}\`\`\`\n`)
  })
})
