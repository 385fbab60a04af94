// Classifies failed requests to the store: StoreUnavailable, when the same request may succeed later, or
// StoreError, when the statement is wrong. Used by retrying-client.ts and preflight.ts.
import { describeDamage } from './damage.ts'
import { StoreError, StoreUnavailable } from './port.ts'

/** Error codes of a ClickHouse server that is overloaded, out of disk space, stopping or disconnected. */
const transientCodes = new Set([
  '159', // TIMEOUT_EXCEEDED
  '173', // CANNOT_ALLOCATE_MEMORY
  '202', // TOO_MANY_SIMULTANEOUS_QUERIES
  '203', // NO_FREE_CONNECTION
  '209', // SOCKET_TIMEOUT
  '210', // NETWORK_ERROR
  '225', // NO_ZOOKEEPER
  '236', // ABORTED
  '241', // MEMORY_LIMIT_EXCEEDED
  '242', // TABLE_IS_READ_ONLY
  '243', // NOT_ENOUGH_SPACE
  '252', // TOO_MANY_PARTS
  '279', // ALL_CONNECTION_TRIES_FAILED
  '285', // TOO_FEW_LIVE_REPLICAS
  '319', // UNKNOWN_STATUS_OF_INSERT
  '394', // QUERY_WAS_CANCELLED
  '439', // CANNOT_SCHEDULE_TASK
  '745', // SERVER_OVERLOADED
  '999', // KEEPER_EXCEPTION
])

/**
 * Returns whether ClickHouse returned the error: its error codes are numbers, while the codes of
 * connection errors are words.
 */
export function isServerError(cause: unknown): cause is Error & { readonly code: string } {
  return cause instanceof Error && 'code' in cause && /^\d+$/.test(String(cause.code))
}

/**
 * Codes of errors before the connection was established, so the server has received nothing of the
 * request.
 */
const connectErrorCodes = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'])

export function wasRequestNeverSent(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && connectErrorCodes.has(String(cause.code))
}

/** Converts `cause`, the error from @clickhouse/client. */
export function toStoreFailure(cause: unknown): StoreError | StoreUnavailable {
  if (cause instanceof StoreError || cause instanceof StoreUnavailable) return cause
  const message = cause instanceof Error ? cause.message.trim() : String(cause)
  if (isServerError(cause) && !transientCodes.has(cause.code)) {
    const type = 'type' in cause ? ` (${String(cause.type)})` : ''
    const isDamage = describeDamage(Number(cause.code), message) !== null
    const advice = isDamage ? '. See docs/clickhouse.md, "A damaged store"' : ''
    return new StoreError(`${message}${type}${advice}`, cause.code, { cause })
  }
  return new StoreUnavailable(`the store is unavailable: ${message}`, { cause })
}
