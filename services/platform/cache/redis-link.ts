// The connection to Redis, and whether it can be relied on. Redis is there only while it counts: a
// connection that is refused, silent, loading, read-only, full or not ours is all the same to us.
import { Redis } from 'ioredis'
import type { RedisAddress } from './redis-url.ts'

/** Told of an outage once, and once of its end; never after close() was called. */
export interface CacheObserver {
  /** Redis cannot count, from the start or from now on. `reason` is for operators; nothing secret is in it. */
  onLost(reason: string): void
  onBack(): void
}

export interface RedisLink {
  readonly client: Redis
  /**
   * What `ask` answers, or `otherwise`: at once while Redis is known to be away, and when `ask`
   * rejects, which it does within `answerWithinMs`.
   */
  use<T>(ask: () => Promise<T>, otherwise: () => Promise<T>): Promise<T>
  close(): Promise<void>
}

const connectWithinMs = 1_000
const shortestRetryMs = 1_000
const longestRetryMs = 30_000

/** Answers after which a connection is a good one: the next outage is a new one. */
const provenAnswers = 1_000

/**
 * `probe` counts something, as the callers do, and rejects if it could not. Resolves when it is known
 * whether Redis can be relied on. Connecting again is ours and not ioredis's, which keeps a silent
 * connection for ever and would bring half of its old state into the new one.
 */
export async function openRedisLink(
  address: RedisAddress,
  answerWithinMs: number,
  probe: (client: Redis) => () => Promise<unknown>,
  observer: CacheObserver,
): Promise<RedisLink> {
  const client = createClient(address, answerWithinMs)
  const ask = probe(client)
  let onKnown: () => void = () => undefined
  const known = new Promise<void>((resolve) => (onKnown = resolve))
  let state: 'unknown' | 'there' | 'away' | 'closed' = 'unknown'
  /** Grows when a connection is given up, so that what is still heard of it counts no more. */
  let connection = 0
  let answers = 0
  let retryMs = shortestRetryMs
  let retry: NodeJS.Timeout | undefined

  function lose(reason: string): void {
    if (state === 'closed') return
    connection += 1
    if (client.status !== 'end') client.disconnect()
    if (state === 'away') return
    state = 'away'
    observer.onLost(reason)
    onKnown()
  }

  async function prove(): Promise<void> {
    const asked = connection
    try {
      await ask()
      if (asked !== connection || state === 'closed') return
      const wasAway = state === 'away'
      state = 'there'
      answers = 0
      if (wasAway) {
        // one that comes and goes is not to be told of at every turn
        retryMs = Math.min(retryMs * 2, longestRetryMs)
        observer.onBack()
      }
      onKnown()
    } catch (error) {
      if (asked === connection) lose(toReason(error, address))
    }
  }

  // why it failed is told by the events
  const connect = (): void => void client.connect().catch(() => undefined)
  client.on('ready', () => void prove())
  client.on('error', (error) => lose(toReason(error, address)))
  client.on('end', () => {
    lose('the connection was closed')
    if (state !== 'closed') retry = setTimeout(connect, retryMs)
  })

  connect()
  await known
  return {
    client,
    async use(ask, otherwise) {
      if (state !== 'there') return otherwise()
      const asked = connection
      try {
        const answer = await ask()
        answers += 1
        if (answers === provenAnswers) retryMs = shortestRetryMs
        return answer
      } catch (error) {
        if (asked === connection) lose(toReason(error, address))
        return otherwise()
      }
    },
    async close() {
      if (state === 'closed') return
      state = 'closed'
      clearTimeout(retry)
      if (client.status === 'end') return
      const ended = new Promise((resolve) => client.once('end', resolve))
      client.disconnect()
      await ended
    },
  }
}

function createClient(address: RedisAddress, answerWithinMs: number): Redis {
  const { host, port, isEncrypted, username, password, database } = address
  return new Redis({
    host,
    port,
    db: database,
    ...(username === null ? {} : { username }),
    ...(password === null ? {} : { password }),
    ...(isEncrypted ? { tls: {} } : {}),
    lazyConnect: true,
    connectTimeout: connectWithinMs,
    commandTimeout: answerWithinMs,
    disconnectTimeout: 100,
    retryStrategy: null,
    // the probe is the check, and finds more
    enableReadyCheck: false,
    disableClientInfo: true,
  })
}

/** The error itself is not handed out: ioredis hangs the command on it, AUTH with its password included. */
function toReason(error: unknown, { password }: RedisAddress): string {
  const { message, code } = error as NodeJS.ErrnoException
  // where a name has two addresses, Node's error has a code only
  const reason = message || code || String(error)
  return (password === null ? reason : reason.replaceAll(password, '***')).slice(0, 200)
}
