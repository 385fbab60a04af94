// Looks at a ClickHouse server before anything is built on it, so that what an operator has to change
// is told at start and in words, not by whichever statement fails first.
import { buffer } from 'node:stream/consumers'
import type { ClickHouseClient } from '@clickhouse/client'
import type { Endpoint } from './chdb-server/launch.ts'
import { createStoreClient } from './connector.ts'
import { isAnswer, toStoreFailure } from './failures.ts'
import { StoreError, StoreUnavailable } from './port.ts'
import { pinnedSettings } from './settings.ts'
import { quoteName } from './sql.ts'

/**
 * What our SQL names is there since 24.7 (`read_in_order_use_buffering`; older ones refuse it). 25.8 is
 * the first release for long use after it whose defaults for numbers in JSON are the ones we pin.
 */
const leastVersion = { major: 25, minor: 8 }

/** For the tables, for what is in them, and for `replay projector`. */
const privileges = ['SELECT', 'INSERT', 'CREATE TABLE', 'CREATE VIEW', 'TRUNCATE']

const codes = {
  unknownDatabase: '81',
  accessDenied: '497',
  /** Unknown user, wrong password, no password, either of them. */
  refused: ['192', '193', '194', '516'],
  /** A setting that may not be changed (read-only, constrained), or is not known. */
  setting: ['164', '452', '115'],
}

/** The server, or our user on it, is not what is needed; the message says what to do. */
export class StoreUnfit extends Error {
  readonly retriable = false
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'StoreUnfit'
  }
}

interface Visit {
  /** In a database that every server has, and without settings: whoever may connect may ask this way. */
  readonly client: ClickHouseClient
  readonly endpoint: Endpoint
  readonly database: string
  /** For messages. */
  readonly place: string
}

/**
 * Creates the database if it is missing. Rejects with StoreUnavailable while nobody answers, with
 * StoreError or StoreUnfit when waiting does not help.
 */
export async function greetServer(endpoint: Endpoint, database: string): Promise<void> {
  const client = createStoreClient(endpoint, { database: 'system', isFirstLook: true })
  const visit: Visit = { client, endpoint, database, place: `ClickHouse at ${endpoint.url}` }
  try {
    const { version, readonly } = await askWhoItIs(visit)
    if (!isNewEnough(version))
      throw new StoreUnfit(
        `${visit.place} has version ${version}: ${leastVersion.major}.${leastVersion.minor} or a later one is needed`,
      )
    if (readonly > 0)
      throw new StoreUnfit(
        `user ${endpoint.user} of ${visit.place} may only read (its profile has readonly = ${readonly}): ` +
          'give STORE_URL a user who may create tables and insert',
      )
    await enterDatabase(visit)
    await checkPrivileges(visit)
  } finally {
    await client.close()
  }
}

async function askWhoItIs(visit: Visit): Promise<{ version: string; readonly: number }> {
  const { place, endpoint } = visit
  let text: string
  try {
    text = await ask(visit, "SELECT version(), toUInt8(getSetting('readonly')) FORMAT TSV")
  } catch (cause) {
    const words = wordsOf(cause)
    const code = codeOf(cause)
    if (code !== undefined && codes.refused.includes(code))
      throw new StoreError(
        `${place} refuses user ${endpoint.user}: check user and password in STORE_URL`,
        code,
        { cause },
      )
    if (/certificate/i.test(words))
      throw new StoreUnfit(
        `${place} is not trusted: ${words}; name the authority that signed its certificate in NODE_EXTRA_CA_CERTS`,
        { cause },
      )
    if (code === undefined)
      throw new StoreUnavailable(`${place} does not answer: ${words}`, { cause })
    throw cause
  }
  const [version = '', readonly = ''] = text.split('\t')
  if (!/^\d+\.\d+/.test(version) || !/^\d$/.test(readonly))
    throw new StoreUnavailable(`what answers at ${endpoint.url} is not ClickHouse`)
  return { version, readonly: Number(readonly) }
}

function isNewEnough(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > leastVersion.major || (major === leastVersion.major && minor >= leastVersion.minor)
}

/** As every statement of ours will: in the database, with our settings. */
async function enterDatabase(visit: Visit): Promise<void> {
  const { endpoint, database, place } = visit
  const client = createStoreClient(endpoint, { database })
  const enter = (): Promise<unknown> => client.command({ query: 'SELECT 1 FORMAT Null' })
  try {
    await enter().catch(async (cause: unknown) => {
      if (codeOf(cause) !== codes.unknownDatabase) throw cause
      await createDatabase(visit)
      await enter()
    })
  } catch (cause) {
    const code = codeOf(cause)
    if (code === undefined || !codes.setting.includes(code)) throw toPlainFailure(cause)
    throw new StoreUnfit(
      `user ${endpoint.user} of ${place} may not change a setting that every statement of ours carries ` +
        `(${Object.keys(pinnedSettings).join(', ')}): ${toStoreFailure(cause).message}`,
      { cause },
    )
  } finally {
    await client.close()
  }
}

/** With the engine that the server prefers. */
async function createDatabase(visit: Visit): Promise<void> {
  const { endpoint, database, place } = visit
  try {
    await ask(visit, `CREATE DATABASE IF NOT EXISTS ${quoteName(database)}`)
  } catch (cause) {
    if (codeOf(cause) !== codes.accessDenied) throw cause
    throw new StoreUnfit(
      `${place} has no database ${database}, and user ${endpoint.user} may not create it: ` +
        `CREATE DATABASE ${quoteName(database)}; ${toGrant(visit, privileges)}`,
      { cause },
    )
  }
}

async function checkPrivileges(visit: Visit): Promise<void> {
  const { endpoint, database, place } = visit
  const missing: string[] = []
  for (const privilege of privileges) {
    const answer = await ask(visit, `CHECK GRANT ${privilege} ON ${quoteName(database)}.*`)
    if (answer !== '1') missing.push(privilege)
  }
  if (missing.length > 0)
    throw new StoreUnfit(
      `user ${endpoint.user} of ${place} may not do all that is needed: ${toGrant(visit, missing)}`,
    )
}

function toGrant({ endpoint, database }: Visit, missing: readonly string[]): string {
  return `GRANT ${missing.join(', ')} ON ${quoteName(database)}.* TO ${quoteName(endpoint.user)}`
}

async function ask({ client }: Visit, query: string): Promise<string> {
  try {
    const { stream } = await client.exec({ query })
    return (await buffer(stream)).toString('utf8').trim()
  } catch (cause) {
    throw toStoreFailure(cause)
  }
}

function toPlainFailure(error: unknown): Error {
  return error instanceof StoreUnfit ? error : toStoreFailure(error)
}

/** Why nobody answered, without what toStoreFailure puts before it. */
function wordsOf(failure: unknown): string {
  const cause = failure instanceof StoreUnavailable ? failure.cause : failure
  return cause instanceof Error ? cause.message.trim() : String(cause)
}

/** ClickHouse's; undefined when it was not ClickHouse that answered. */
function codeOf(error: unknown): string | undefined {
  if (error instanceof StoreError) return error.code
  const cause = error instanceof StoreUnavailable ? error.cause : error
  return isAnswer(cause) ? cause.code : undefined
}
