// The Avro schemas of the topics, from schemas/events. We write values with these schemas, and readers
// receive values in this form.
import { readdirSync, readFileSync } from 'node:fs'
import { platformNames } from '../../platforms/identity.ts'
import type { Topic } from '../../topology.ts'

export type AvroSchema = Readonly<Record<string, unknown>>

/**
 * The definition of the type `Platform` of schemas/events. The symbols keep the order in which platforms were
 * registered, because Avro stores the index of the symbol. The type stays an enum, because Avro cannot read stored
 * enum values as strings.
 */
const platformEnum = {
  type: 'enum',
  name: 'Platform',
  symbols: platformNames,
  doc: 'The platform.',
}

const directory = new URL('../../../schemas/events/', import.meta.url)

export function readTopicSchemas(): Readonly<Record<Topic, AvroSchema>> {
  const files = readdirSync(directory)
    .filter((name) => name.endsWith('.avsc'))
    .sort()
  return Object.fromEntries(
    files.map((name) => [
      name.slice(0, -'.avsc'.length),
      parseSchema(readFileSync(new URL(name, directory), 'utf8')),
    ]),
  ) as Record<Topic, AvroSchema>
}

/**
 * Parses a schema file. The first use of `Platform` is replaced by its definition, because Avro defines a
 * named type at its first use.
 */
function parseSchema(text: string): AvroSchema {
  let isDefined = false
  return JSON.parse(text, (key, value: unknown) => {
    if (isDefined || key !== 'type' || value !== platformEnum.name) return value
    isDefined = true
    return platformEnum
  }) as AvroSchema
}

/** Returns the schema without documentation, so that a schema with changed documentation keeps its id. */
export function withoutDocs(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutDocs)
  if (typeof schema !== 'object' || schema === null) return schema
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name, value]) => !(name === 'doc' && typeof value === 'string'))
      .map(([name, value]) => [name, name === 'default' ? value : withoutDocs(value)]),
  )
}
