// What an error of kafkajs means: whether a retry can succeed, and the message for operators.
import { LogError } from '../port.ts'
import type { KafkaUrl } from './url.ts'

interface KafkaError {
  readonly name?: string
  readonly message?: string
  readonly type?: string
  readonly code?: string | number
  readonly cause?: unknown
}

/** Errors that a retry of the same request would always get again. All other errors may be temporary. */
const permanentTypes = new Set([
  'TOPIC_AUTHORIZATION_FAILED',
  'GROUP_AUTHORIZATION_FAILED',
  'CLUSTER_AUTHORIZATION_FAILED',
  'TRANSACTIONAL_ID_AUTHORIZATION_FAILED',
  'MESSAGE_TOO_LARGE',
  'RECORD_LIST_TOO_LARGE',
  'INVALID_RECORD',
  'INVALID_TRANSACTION_TIMEOUT',
  'INVALID_GROUP_ID',
  'INVALID_SESSION_TIMEOUT',
  'INCONSISTENT_GROUP_PROTOCOL',
  'GROUP_MAX_SIZE_REACHED',
  'UNSUPPORTED_VERSION',
  'UNSUPPORTED_SASL_MECHANISM',
  'UNSUPPORTED_FOR_MESSAGE_FORMAT',
])

/**
 * Errors which mean that a newer producer has the transactional id, or that the broker has timed the
 * transaction out.
 */
const fencedTypes = new Set([
  'INVALID_PRODUCER_EPOCH',
  'INVALID_PRODUCER_ID_MAPPING',
  'PRODUCER_FENCED',
])

/**
 * Errors that occur in normal operation. After them the connection and the cluster metadata are still
 * valid.
 */
const expectedTypes = new Set([
  'REBALANCE_IN_PROGRESS',
  'ILLEGAL_GENERATION',
  'UNKNOWN_MEMBER_ID',
  'OFFSET_OUT_OF_RANGE',
])

/** Yields the error and its causes, outermost first. */
function* causesOf(error: unknown): Generator<KafkaError> {
  for (let e = error as KafkaError | undefined, i = 0; e && i < 10; i += 1) {
    yield e
    e = e.cause as KafkaError | undefined
  }
}

/** Returns Kafka's name of the error; '' if the error is not one of Kafka's. */
export function kafkaErrorTypeOf(error: unknown): string {
  for (const { type } of causesOf(error)) if (type) return type
  return ''
}

export const isFencedError = (error: unknown): boolean =>
  fencedTypes.has(kafkaErrorTypeOf(error)) || hasErrorCode(error, 90)

export const isExpectedError = (error: unknown): boolean =>
  expectedTypes.has(kafkaErrorTypeOf(error))

export function isPermanentError(error: unknown): boolean {
  for (const e of causesOf(error)) {
    if (e instanceof LogError) return !e.retriable
    if (e.name === 'KafkaJSSASLAuthenticationError') return true
    if (e.type && permanentTypes.has(e.type)) return true
  }
  return false
}

function hasErrorCode(error: unknown, code: number): boolean {
  for (const e of causesOf(error)) if (e.code === code) return true
  return false
}

export function toLogError(action: string, error: unknown): LogError {
  if (error instanceof LogError) return error
  return new LogError(`${action}: ${reasonOf(error)}`, {
    cause: error,
    retriable: !isPermanentError(error),
  })
}

/**
 * Waits for the request and ignores errors of a rebalance. Converts other errors to LogError, because a loop ends
 * at an error that is not retriable, and kafkajs marks some errors as not retriable although we retry them.
 */
export async function ignoreRebalanceErrors(
  action: string,
  request: () => Promise<void>,
): Promise<void> {
  try {
    await request()
  } catch (error) {
    if (!isExpectedError(error)) throw toLogError(action, error)
  }
}

export function reasonOf(error: unknown): string {
  const last = [...causesOf(error)].at(-1)
  const type = kafkaErrorTypeOf(error)
  return type ? `${last?.message} (${type})` : String(last?.message ?? error)
}

/**
 * Returns an error that says why a cluster cannot be reached or rejects the login, and what operators
 * should check.
 */
export function toConnectError(error: unknown, { brokers, tls, sasl }: KafkaUrl): LogError {
  if (error instanceof LogError) return error
  const all = [...causesOf(error)]
  const names = all.map((e) => e.name)
  const codes = all.map((e) => String(e.code ?? ''))
  const retriable = !isPermanentError(error)
  const hint = hintOf()
  return new LogError(`Kafka at ${brokers.join(', ')}: ${hint ?? reasonOf(error)}`, {
    cause: error,
    retriable,
  })

  function hintOf(): string | null {
    const certificate = codes.find((code) => /CERT|SELF_SIGNED|ALTNAME|UNABLE_TO/.test(code))
    if (names.includes('KafkaJSSASLAuthenticationError'))
      return `it refuses user ${sasl?.username} (sasl=${sasl?.mechanism}): ${reasonOf(error)}`
    if (certificate)
      return tls?.certPath
        ? `TLS failed (${certificate}): its certificate is not trusted, or it does not trust ours; ca=<file> names the authority to trust, cert= and key= what we show`
        : `TLS failed (${certificate}): its certificate is not trusted, or it asks for one of ours; ca=<file> names the authority to trust, cert= and key= what we show`
    if (codes.includes('ECONNREFUSED')) return 'nothing listens there (ECONNREFUSED)'
    if (codes.includes('ENOTFOUND') || codes.includes('EAI_AGAIN'))
      return 'there is no host of that name'
    if (names.includes('KafkaJSRequestTimeoutError') || /timeout/i.test(reasonOf(error)))
      return tls
        ? 'it does not answer'
        : 'it takes the connection and does not answer: is it Kafka, and does the port want TLS (tls=true)?'
    if (codes.includes('ECONNRESET') || codes.some((code) => code.startsWith('ERR_SSL')))
      return tls
        ? `TLS failed (${reasonOf(error)}): does the port speak TLS, and does it ask for a certificate (cert=, key=)?`
        : `it closes the connection (${reasonOf(error)}): does the port want TLS (tls=true)?`
    if (names.includes('KafkaJSConnectionClosedError'))
      return `it closes the connection: does the port want ${tls ? '' : 'TLS (tls=true) or '}a login (user:password@ and sasl=)?`
    return null
  }
}
