// What an error of kafkajs means: whether it may pass, and what an operator should read of it.
import { LogError } from '../port.ts'
import type { KafkaUrl } from './url.ts'

interface KafkaError {
  readonly name?: string
  readonly message?: string
  readonly type?: string
  readonly code?: string | number
  readonly cause?: unknown
}

/** Answers that the same request will always get. Everything else may pass. */
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

/** The epoch of a transactional id went on without us, or the broker has given the transaction up. */
const fencedTypes = new Set([
  'INVALID_PRODUCER_EPOCH',
  'INVALID_PRODUCER_ID_MAPPING',
  'PRODUCER_FENCED',
])

/** Says nothing against the connection or what is known of the cluster: an answer like any other. */
const plainAnswers = new Set([
  'REBALANCE_IN_PROGRESS',
  'ILLEGAL_GENERATION',
  'UNKNOWN_MEMBER_ID',
  'OFFSET_OUT_OF_RANGE',
])

/** The error and what caused it, outermost first. */
function* chain(error: unknown): Generator<KafkaError> {
  for (let e = error as KafkaError | undefined, i = 0; e && i < 10; i += 1) {
    yield e
    e = e.cause as KafkaError | undefined
  }
}

/** The name that Kafka gives the error; '' if it is none of Kafka's. */
export function typeOf(error: unknown): string {
  for (const { type } of chain(error)) if (type) return type
  return ''
}

export const isFenced = (error: unknown): boolean =>
  fencedTypes.has(typeOf(error)) || hasCode(error, 90)

export const isPlainAnswer = (error: unknown): boolean => plainAnswers.has(typeOf(error))

export function isPermanent(error: unknown): boolean {
  for (const e of chain(error)) {
    if (e instanceof LogError) return !e.retriable
    if (e.name === 'KafkaJSSASLAuthenticationError') return true
    if (e.type && permanentTypes.has(e.type)) return true
  }
  return false
}

function hasCode(error: unknown, code: number): boolean {
  for (const e of chain(error)) if (e.code === code) return true
  return false
}

export function toLogError(doing: string, error: unknown): LogError {
  if (error instanceof LogError) return error
  return new LogError(`${doing}: ${reasonOf(error)}`, {
    cause: error,
    retriable: !isPermanent(error),
  })
}

export function reasonOf(error: unknown): string {
  const last = [...chain(error)].at(-1)
  const type = typeOf(error)
  return type ? `${last?.message} (${type})` : String(last?.message ?? error)
}

/** Why a cluster cannot be reached or does not let us in, with what to look at. */
export function toConnectError(error: unknown, { brokers, tls, sasl }: KafkaUrl): LogError {
  if (error instanceof LogError) return error
  const all = [...chain(error)]
  const names = all.map((e) => e.name)
  const codes = all.map((e) => String(e.code ?? ''))
  const retriable = !isPermanent(error)
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
