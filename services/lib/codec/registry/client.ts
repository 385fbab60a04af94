// Requests to a schema registry, each sent once with a time-out. Requests for which the client library
// has a method use it; compatibility levels and version lists are requested with fetch.
import { COMPATIBILITY, SchemaRegistry, SchemaType } from '@kafkajs/confluent-schema-registry'
import { decodeUrlPart, percentProblem } from '../../run/url-part.ts'
import { toAvroType, type AvroType } from '../avro-type.ts'
import type { AvroSchema } from '../schemas.ts'
import { RegistryFailure, toRegistryFailure } from './failure.ts'
import { createRegistryRequest, type RegistryAddress } from './request.ts'

/** All methods reject with a RegistryFailure. */
export interface RegistryClient {
  /** The URL of the registry, without credentials. */
  readonly address: string
  /** Returns the id of exactly this schema in the subject, or null if the subject does not have it. */
  findId(subject: string, schema: AvroSchema): Promise<number | null>
  /** Returns the subject's versions with their schema ids, oldest first. */
  versions(subject: string): Promise<readonly { readonly version: number; readonly id: number }[]>
  /** Returns the schema of an id, or null if the id does not exist or is not an Avro schema. */
  schema(id: number): Promise<AvroType | null>
  /**
   * Returns the compatibility level of the subject, else the registry's default, or null if the registry
   * reports none.
   */
  compatibility(subject: string): Promise<string | null>
  setCompatibility(subject: string, level: Compatibility): Promise<void>
  /**
   * Registers the schema and returns its id; idempotent. `level` must be the subject's compatibility
   * level; a new subject gets this level.
   */
  register(subject: string, schema: AvroSchema, level: Compatibility): Promise<number>
  hasSubject(subject: string): Promise<boolean>
}

export type Compatibility = keyof typeof COMPATIBILITY

const timeoutMs = 5_000
const clientId = 'oddslog'
/**
 * The library starts an error message with this text if the error did not come from a registry: failed
 * connections, HTML pages.
 */
const notFromRegistry = `${clientId} - Error, status `

export function createRegistryClient(url: string): RegistryClient {
  const registryAddress = parseRegistryUrl(url)
  const { host, username, password } = registryAddress
  const registry = new SchemaRegistry({
    host,
    clientId,
    ...(username === '' ? {} : { auth: { username, password } }),
    // callers retry
    retry: { retries: 0 },
    middlewares: [
      () => ({
        prepareRequest: async (next) => (await next()).enhance({ timeout: timeoutMs }),
      }),
    ],
  })
  const ask = createRegistryRequest(registryAddress, timeoutMs)

  /** Resolves with the result of `work`, or with null if the registry responds with 404. */
  async function nullIfMissing<T>(work: Promise<T>): Promise<T | null> {
    try {
      return await work
    } catch (error) {
      if (error instanceof RegistryFailure && error.status === 404) return null
      throw error
    }
  }

  async function withRegistryErrors<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      const status = statusOf(error)
      const message = messageOf(error)
      const isFromRegistry = status !== null && !message.startsWith(notFromRegistry)
      throw toRegistryFailure(
        host,
        status,
        isFromRegistry,
        message.replace(`${clientId} - `, '').replace('Error, status 400: ', ''),
        error,
      )
    }
  }

  const subjectPath = (subject: string): string => `/subjects/${encodeURIComponent(subject)}`
  const configPath = (subject: string): string => `/config/${encodeURIComponent(subject)}`

  return {
    address: host,

    findId: (subject, schema) =>
      nullIfMissing(
        withRegistryErrors(async () =>
          toId(await registry.getRegistryIdBySchema(subject, toConfluentSchema(schema))),
        ),
      ),

    async versions(subject) {
      const numbers = await nullIfMissing(ask('GET', `${subjectPath(subject)}/versions`))
      if (numbers === null) return []
      const versions: { version: number; id: number }[] = []
      for (const version of numbers as readonly number[]) {
        const id = await nullIfMissing(
          withRegistryErrors(async () => toId(await registry.getRegistryId(subject, version))),
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
        // an error without a status: the library could not parse the schema
        if (statusOf(error) === null) return null
        return nullIfMissing(withRegistryErrors(() => Promise.reject(error as Error)))
      }
      return toOwnAvroType(found)
    },

    async compatibility(subject) {
      const answer = await nullIfMissing(ask('GET', configPath(subject)))
      const level = (answer as { compatibilityLevel?: unknown } | null)?.compatibilityLevel
      return typeof level === 'string' ? level.toUpperCase() : null
    },

    async setCompatibility(subject, compatibility) {
      await ask('PUT', configPath(subject), { compatibility })
    },

    register: (subject, schema, level) =>
      withRegistryErrors(async () => {
        const compatibility = COMPATIBILITY[level]
        const { id } = await registry.register(toConfluentSchema(schema), {
          subject,
          compatibility,
        })
        return toId(id)
      }),

    async hasSubject(subject) {
      const id = await nullIfMissing(
        withRegistryErrors(async () => toId(await registry.getLatestSchemaId(subject))),
      )
      return id !== null
    },
  }
}

/** Throws a TypeError. */
function parseRegistryUrl(url: string): RegistryAddress {
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.search !== '')
    throw new TypeError(
      'a schema registry is at http(s)://user:password@host:port/base/path, without a query',
    )
  const username = decodeUrlPart(parsed.username)
  const password = decodeUrlPart(parsed.password)
  if (username === null || password === null)
    throw new TypeError(`the URL of the schema registry is invalid: ${percentProblem}`)
  return { host: parsed.origin + parsed.pathname.replace(/\/+$/, ''), username, password }
}

function toConfluentSchema(schema: AvroSchema): { type: SchemaType.AVRO; schema: string } {
  return { type: SchemaType.AVRO, schema: JSON.stringify(schema) }
}

function toId(value: unknown): number {
  if (!Number.isSafeInteger(value)) throw new Error('the registry responded without an id')
  return value as number
}

/**
 * Converts a type that the library returned to one with our own avsc options (avro-type.ts), or returns
 * null if it is not an Avro type.
 */
function toOwnAvroType(found: unknown): AvroType | null {
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
  // the library throws this if the subject does not have the schema
  return name === 'ConfluentSchemaRegistryError' ? 404 : null
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
