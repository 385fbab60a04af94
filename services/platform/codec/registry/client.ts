// Requests to a schema registry, each tried once, with a time limit. Through the library where it has
// a call for it; levels of compatibility and lists of versions, for which it has none, by fetch.
import { COMPATIBILITY, SchemaRegistry, SchemaType } from '@kafkajs/confluent-schema-registry'
import { toAvroType, type AvroType } from '../avro-type.ts'
import type { AvroSchema } from '../schemas.ts'
import { RegistryFailure, toRegistryFailure } from './failure.ts'

/** All reject with a RegistryFailure. */
export interface RegistryClient {
  /** Where it is, without credentials. */
  readonly address: string
  /** The id of this very schema under the subject; null if it is not there. */
  findId(subject: string, schema: AvroSchema): Promise<number | null>
  /** Ids of the subject's versions, oldest first. */
  versions(subject: string): Promise<readonly { readonly version: number; readonly id: number }[]>
  /** null: the registry has no such id, or no Avro schema under it. */
  schema(id: number): Promise<AvroType | null>
  /** null: it says none. May be the registry's own default. */
  compatibility(subject: string): Promise<string | null>
  setCompatibility(subject: string, level: Compatibility): Promise<void>
  /** Its id; the same as before if it is there already. A new subject gets `level`; others have it. */
  register(subject: string, schema: AvroSchema, level: Compatibility): Promise<number>
  hasSubject(subject: string): Promise<boolean>
}

export type Compatibility = keyof typeof COMPATIBILITY

const timeoutMs = 5_000
const clientId = 'oddslog'
const contentType = 'application/vnd.schemaregistry.v1+json'
/** How the library begins what no registry has said: a failed connection (as status 400), a page of HTML. */
const notItsOwn = `${clientId} - Error, status `

export function createRegistryClient(url: string): RegistryClient {
  const { host, username, password } = parseRegistryUrl(url)
  const registry = new SchemaRegistry({
    host,
    clientId,
    ...(username === '' ? {} : { auth: { username, password } }),
    // who asks knows how long to try
    retry: { retries: 0 },
    middlewares: [
      () => ({
        prepareRequest: async (next) => (await next()).enhance({ timeout: timeoutMs }),
      }),
    ],
  })
  const headers = {
    'content-type': contentType,
    ...(username === ''
      ? {}
      : { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` }),
  }

  async function ask(method: string, path: string, body?: object): Promise<unknown> {
    let response: Response
    let text: string
    try {
      response = await fetch(host + path, {
        method,
        headers,
        signal: AbortSignal.timeout(timeoutMs),
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      text = await response.text()
    } catch (error) {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
      throw toRegistryFailure(host, null, false, wordsOf(cause), error)
    }
    const answer = parseJson(text)
    if (response.ok && answer !== undefined) return answer
    const words = wordsIn(answer)
    const said = words ?? `${response.status} ${text.slice(0, 200)}`
    throw toRegistryFailure(host, response.status, words !== null, said, undefined)
  }

  /** null where the registry has no such thing. */
  async function unlessMissing<T>(work: Promise<T>): Promise<T | null> {
    try {
      return await work
    } catch (error) {
      if (error instanceof RegistryFailure && error.status === 404) return null
      throw error
    }
  }

  async function viaLibrary<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      const status = statusOf(error)
      const words = wordsOf(error)
      const isItsOwn = status !== null && !words.startsWith(notItsOwn)
      throw toRegistryFailure(
        host,
        status,
        isItsOwn,
        words.replace(`${clientId} - `, '').replace('Error, status 400: ', ''),
        error,
      )
    }
  }

  const subjectPath = (subject: string): string => `/subjects/${encodeURIComponent(subject)}`
  const configPath = (subject: string): string => `/config/${encodeURIComponent(subject)}`

  return {
    address: host,

    findId: (subject, schema) =>
      unlessMissing(
        viaLibrary(async () =>
          toId(await registry.getRegistryIdBySchema(subject, toConfluent(schema))),
        ),
      ),

    async versions(subject) {
      const numbers = await unlessMissing(ask('GET', `${subjectPath(subject)}/versions`))
      if (numbers === null) return []
      const versions: { version: number; id: number }[] = []
      for (const version of numbers as readonly number[]) {
        const id = await unlessMissing(
          viaLibrary(async () => toId(await registry.getRegistryId(subject, version))),
        )
        // null: deleted meanwhile
        if (id !== null) versions.push({ version, id })
      }
      return versions
    },

    async schema(id) {
      let found: unknown
      try {
        found = await registry.getSchema(id)
      } catch (error) {
        // the library could make nothing of it
        if (statusOf(error) === null) return null
        return unlessMissing(viaLibrary(() => Promise.reject(error as Error)))
      }
      return toTypeOfOurs(found)
    },

    async compatibility(subject) {
      const answer = await unlessMissing(ask('GET', configPath(subject)))
      const level = (answer as { compatibilityLevel?: unknown } | null)?.compatibilityLevel
      return typeof level === 'string' ? level.toUpperCase() : null
    },

    async setCompatibility(subject, compatibility) {
      await ask('PUT', configPath(subject), { compatibility })
    },

    register: (subject, schema, level) =>
      viaLibrary(async () => {
        const compatibility = COMPATIBILITY[level]
        const { id } = await registry.register(toConfluent(schema), { subject, compatibility })
        return toId(id)
      }),

    async hasSubject(subject) {
      const id = await unlessMissing(
        viaLibrary(async () => toId(await registry.getLatestSchemaId(subject))),
      )
      return id !== null
    },
  }
}

/** Throws a TypeError. */
function parseRegistryUrl(url: string): { host: string; username: string; password: string } {
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.search !== '')
    throw new TypeError(
      'a schema registry is at http(s)://user:password@host:port/base/path, without a query',
    )
  return {
    host: parsed.origin + parsed.pathname.replace(/\/+$/, ''),
    username: decodeURIComponent(parsed.username),
    password: decodeURIComponent(parsed.password),
  }
}

function toConfluent(schema: AvroSchema): { type: SchemaType.AVRO; schema: string } {
  return { type: SchemaType.AVRO, schema: JSON.stringify(schema) }
}

function toId(value: unknown): number {
  if (!Number.isSafeInteger(value)) throw new Error('an answer without an id')
  return value as number
}

/** The library has made a type of it by rules of its own; we make ours. */
function toTypeOfOurs(found: unknown): AvroType | null {
  if (typeof (found as { schema?: unknown }).schema !== 'function') return null
  try {
    return toAvroType((found as AvroType).schema({ exportAttrs: true }))
  } catch {
    return null
  }
}

function statusOf(error: unknown): number | null {
  const { status, name } = error as { status?: unknown; name?: unknown }
  if (typeof status === 'number') return status
  // the library's word for a schema that the subject does not have
  return name === 'ConfluentSchemaRegistryError' ? 404 : null
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function wordsIn(answer: unknown): string | null {
  const message = (answer as { message?: unknown } | null | undefined)?.message
  return typeof message === 'string' ? message : null
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
