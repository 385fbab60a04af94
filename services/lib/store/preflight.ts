// Checks a ClickHouse server when the service starts: version, user, database, settings and privileges.
// So the operator gets one clear message at start instead of the error of the first failing statement.
// Called by clickhouse.ts.
import type { ClickHouseClient } from '@clickhouse/client'
import type { Endpoint } from './chdb-server/launch.ts'
import { readBytes } from '../run/read-bytes.ts'
import { createStoreClient } from './connector.ts'
import { isServerError, toStoreFailure } from './failures.ts'
import { StoreError, StoreUnavailable } from './port.ts'
import { pinnedSettings } from './settings.ts'
import { quoteIdentifier } from './sql.ts'

/**
 * The oldest ClickHouse version that the service accepts. The newest feature in our SQL, the setting
 * `read_in_order_use_buffering`, was added in 24.7. 25.8 is the first long-term support release after 24.7 whose
 * defaults for numbers in JSON equal the settings that settings.ts pins.
 */
const minVersion = { major: 25, minor: 8 }

/**
 * The privileges that the user needs: for migrations, for reading and writing rows, and for `replay
 * projector` (TRUNCATE).
 */
const privileges = [
  'SELECT',
  'INSERT',
  'CREATE TABLE',
  'CREATE VIEW',
  'ALTER MODIFY COLUMN',
  'TRUNCATE',
]

const codes = {
  unknownDatabase: '81',
  accessDenied: '497',
  /** Codes for an unknown user, a wrong or missing password, or an unspecified authentication failure. */
  refused: ['192', '193', '194', '516'],
  /**
   * Codes for a setting that the user may not change (read-only, constrained), or that the server does
   * not know.
   */
  setting: ['164', '452', '115'],
}

/**
 * The server, or the user in STORE_URL, does not meet the requirements. The message tells operators what
 * to do.
 */
export class StoreUnsuitable extends Error {
  readonly retriable = false
  constructor(message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'StoreUnsuitable'
  }
}

interface PreflightContext {
  /**
   * A client that uses the database `system` and sends no settings, so it works for every user that may
   * connect.
   */
  readonly client: ClickHouseClient
  readonly endpoint: Endpoint
  readonly database: string
  /** For error messages. */
  readonly serverName: string
}

/**
 * Checks the server and creates the database if it is missing. Rejects with StoreUnavailable while the
 * server does not answer, and with StoreError or StoreUnsuitable when a retry would not help.
 */
export async function runPreflightChecks(endpoint: Endpoint, database: string): Promise<void> {
  const client = createStoreClient(endpoint, { database: 'system', isPreflight: true })
  const preflight: PreflightContext = {
    client,
    endpoint,
    database,
    serverName: `ClickHouse at ${endpoint.url}`,
  }
  try {
    const { version, readonly } = await readServerInfo(preflight)
    if (!isVersionSupported(version))
      throw new StoreUnsuitable(
        `${preflight.serverName} has version ${version}: ${minVersion.major}.${minVersion.minor} or a later one is needed`,
      )
    if (readonly > 0)
      throw new StoreUnsuitable(
        `user ${endpoint.user} of ${preflight.serverName} may only read (its profile has readonly = ${readonly}): ` +
          'give STORE_URL a user who may create tables and insert',
      )
    await ensureUsableDatabase(preflight)
    await checkPrivileges(preflight)
  } catch (error) {
    throw error instanceof StoreUnsuitable ? error : toStoreFailure(error)
  } finally {
    await client.close()
  }
}

async function readServerInfo(
  preflight: PreflightContext,
): Promise<{ version: string; readonly: number }> {
  const { serverName, endpoint } = preflight
  let text: string
  try {
    text = await queryText(
      preflight,
      "SELECT version(), toUInt8(getSetting('readonly')) FORMAT TSV",
    )
  } catch (cause) {
    const message = cause instanceof Error ? cause.message.trim() : String(cause)
    const code = errorCodeOf(cause)
    if (code !== undefined && codes.refused.includes(code))
      throw new StoreError(
        `${serverName} refuses user ${endpoint.user}: check user and password in STORE_URL`,
        code,
        { cause },
      )
    if (/certificate/i.test(message))
      throw new StoreUnsuitable(
        `${serverName} is not trusted: ${message}; name the authority that signed its certificate in NODE_EXTRA_CA_CERTS`,
        { cause },
      )
    if (code === undefined)
      throw new StoreUnavailable(`${serverName} does not answer: ${message}`, { cause })
    throw cause
  }
  const [version = '', readonly = ''] = text.split('\t')
  if (!/^\d+\.\d+/.test(version) || !/^\d$/.test(readonly))
    throw new StoreUnavailable(`the server at ${endpoint.url} is not ClickHouse`)
  return { version, readonly: Number(readonly) }
}

function isVersionSupported(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return major > minVersion.major || (major === minVersion.major && minor >= minVersion.minor)
}

/**
 * Runs a statement in the database with the pinned settings, because all later statements run in this
 * way.
 */
async function ensureUsableDatabase(preflight: PreflightContext): Promise<void> {
  const { endpoint, database, serverName } = preflight
  const client = createStoreClient(endpoint, { database })
  const runInDatabase = (): Promise<unknown> => client.command({ query: 'SELECT 1 FORMAT Null' })
  try {
    await runInDatabase().catch(async (cause: unknown) => {
      if (errorCodeOf(cause) !== codes.unknownDatabase) throw cause
      await createDatabase(preflight)
      await runInDatabase()
    })
  } catch (cause) {
    const code = errorCodeOf(cause)
    if (code === undefined || !codes.setting.includes(code)) throw cause
    throw new StoreUnsuitable(
      `user ${endpoint.user} of ${serverName} may not change a setting that oddslog sends with every statement ` +
        `(${Object.keys(pinnedSettings).join(', ')}): ${toStoreFailure(cause).message}`,
      { cause },
    )
  } finally {
    await client.close()
  }
}

/** Creates the database with the default database engine of the server. */
async function createDatabase(preflight: PreflightContext): Promise<void> {
  const { endpoint, database, serverName } = preflight
  try {
    await queryText(preflight, `CREATE DATABASE IF NOT EXISTS ${quoteIdentifier(database)}`)
  } catch (cause) {
    if (errorCodeOf(cause) !== codes.accessDenied) throw cause
    throw new StoreUnsuitable(
      `${serverName} has no database ${database}, and user ${endpoint.user} may not create it: ` +
        `CREATE DATABASE ${quoteIdentifier(database)}; ${toGrantStatement(preflight, privileges)}`,
      { cause },
    )
  }
}

async function checkPrivileges(preflight: PreflightContext): Promise<void> {
  const { endpoint, database, serverName } = preflight
  const missing: string[] = []
  for (const privilege of privileges) {
    const answer = await queryText(
      preflight,
      `CHECK GRANT ${privilege} ON ${quoteIdentifier(database)}.*`,
    )
    if (answer !== '1') missing.push(privilege)
  }
  if (missing.length > 0)
    throw new StoreUnsuitable(
      `user ${endpoint.user} of ${serverName} lacks privileges: ${toGrantStatement(preflight, missing)}`,
    )
}

function toGrantStatement(
  { endpoint, database }: PreflightContext,
  missingPrivileges: readonly string[],
): string {
  return `GRANT ${missingPrivileges.join(', ')} ON ${quoteIdentifier(database)}.* TO ${quoteIdentifier(endpoint.user)}`
}

async function queryText({ client }: PreflightContext, query: string): Promise<string> {
  const { stream } = await client.exec({ query })
  return (await readBytes(stream)).toString('utf8').trim()
}

/** Returns the ClickHouse error code, or undefined when the error is not from ClickHouse. */
function errorCodeOf(error: unknown): string | undefined {
  return isServerError(error) ? error.code : undefined
}
