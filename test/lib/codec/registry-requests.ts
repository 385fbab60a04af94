// Plain HTTP requests to a schema registry, as from another program.
import type { AvroSchema } from '../../../services/lib/codec/schemas.ts'

export const silent = { info: () => undefined, warn: () => undefined }

export async function ask(
  url: string,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  const response = await fetch(url + path, {
    method,
    headers: { 'content-type': 'application/vnd.schemaregistry.v1+json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return JSON.parse(text)
}

/** The id it gives. */
export async function register(
  url: string,
  subject: string,
  schema: AvroSchema,
  more: object = {},
): Promise<number> {
  const body = { schema: JSON.stringify(schema), ...more }
  const answer = await ask(url, 'POST', `/subjects/${subject}/versions`, body)
  return (answer as { id: number }).id
}
