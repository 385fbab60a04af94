// docs/asyncapi.json against the schema of AsyncAPI 3.0, which holds Avro schemas and Kafka's bindings too.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { readTopicSchemas } from '../../services/lib/codec/schemas.ts'
import { topics } from '../../services/topology.ts'
import { root } from '../support/source-files.ts'

type Json = { readonly [name: string]: Json }

const specification = createRequire(import.meta.url)('@asyncapi/specs/schemas/3.0.0.json') as object
const document = JSON.parse(readFileSync(join(root, 'docs/asyncapi.json'), 'utf8')) as Json
// the specification brings the schema of schemas itself
const ajv = addFormats.default(new Ajv({ strict: false, meta: false, validateSchema: false }))
const validate = ajv.compile(specification)

/** What a reference within the document leads to. */
function resolve(reference: unknown): unknown {
  const path = String(reference).split('/').slice(1)
  return path.reduce<unknown>((at, name) => (at as Json | undefined)?.[name], document)
}

function referencesIn(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    name === '$ref' ? [inner] : referencesIn(inner),
  )
}

describe('asyncapi.json', () => {
  it('is valid', () => {
    validate(document)
    expect(validate.errors).toBeNull()
  })

  it('would not be with a schema that is not Avro, an unknown action or a wrong binding', () => {
    const text = JSON.stringify(document)
    for (const [good, bad] of [
      ['"type":"record"', '"type":"recrod"'],
      ['"action":"send"', '"action":"sent"'],
      ['"partitions":12', '"partitions":"12"'],
    ] as const) {
      expect(text).toContain(good)
      expect(validate(JSON.parse(text.replace(good, bad)))).toBe(false)
    }
  })

  it('leads to what is there', () => {
    const references = referencesIn(document)
    expect(references.length).toBeGreaterThan(10)
    for (const reference of references) expect(resolve(reference)).toBeDefined()
  })

  it('has the schemas and partitions of the public topics, and no private one', () => {
    const { channels, components } = document as Json
    const schemas = readTopicSchemas()
    const names = Object.keys(channels ?? {})
    expect(names).toEqual([
      'markets',
      'events',
      'trades',
      'provisional-trades',
      'books',
      'book-sightings',
      'book-states',
      'wallet-activity',
      'matches',
      'audits',
    ])
    for (const name of names as (keyof typeof topics)[]) {
      expect(components?.['messages']?.[name]?.['payload']?.['schema']).toEqual(schemas[name])
      expect(channels?.[name]?.['address']).toBe(`pm.${name}`)
      expect(channels?.[name]?.['bindings']?.['kafka']?.['partitions']).toBe(
        topics[name].partitions,
      )
    }
  })
})
