// What a failed request to the store means for the caller: may it work later, or is the statement
// wrong?
import { StoreError, StoreUnavailable } from './port.ts'

/** ClickHouse's error codes for a server that is busy, full, going down or cut off. */
const passing = new Set([
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

/** The engine has answered with an error of its own; otherwise the connection failed (its codes are words). */
export function isAnswer(cause: unknown): cause is Error & { readonly code: string } {
  return cause instanceof Error && 'code' in cause && /^\d+$/.test(String(cause.code))
}

/** The connection was never made: nothing of the request has reached anybody. */
const neverConnected = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH'])

export function wasNeverSent(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && neverConnected.has(String(cause.code))
}

/** `cause` is what @clickhouse/client rejected with. */
export function toStoreFailure(cause: unknown): StoreError | StoreUnavailable {
  if (cause instanceof StoreError || cause instanceof StoreUnavailable) return cause
  const message = cause instanceof Error ? cause.message.trim() : String(cause)
  if (isAnswer(cause) && !passing.has(cause.code)) {
    const type = 'type' in cause ? ` (${String(cause.type)})` : ''
    return new StoreError(`${message}${type}`, cause.code, { cause })
  }
  return new StoreUnavailable(`the store is unavailable: ${message}`, { cause })
}
