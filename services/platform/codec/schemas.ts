// The schemas of the topics, as schemas/events has them: what is written today, and what every
// reader wants to see.
import { readdirSync, readFileSync } from 'node:fs'
import type { Topic } from '../../topology.ts'

export type AvroSchema = Readonly<Record<string, unknown>>

const directory = new URL('../../../schemas/events/', import.meta.url)

export function readTopicSchemas(): Readonly<Record<Topic, AvroSchema>> {
  const files = readdirSync(directory).filter((name) => name.endsWith('.avsc'))
  return Object.fromEntries(
    files.map((name) => [
      name.slice(0, -'.avsc'.length),
      JSON.parse(readFileSync(new URL(name, directory), 'utf8')),
    ]),
  ) as Record<Topic, AvroSchema>
}

/** The part of a schema that decides what bytes mean: documentation may change as it likes. */
export function withoutDocs(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutDocs)
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name, value]) => !(name === 'doc' && typeof value === 'string'))
      .map(([name, value]) => [name, name === 'default' ? value : withoutDocs(value)]),
  )
}
