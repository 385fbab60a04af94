// The connection to Redis and its state for redis.ts. Redis is available only while it answers counting
// commands: a refused or silent connection, and a server that is loading, read-only, full or rejects the
// login, all count as unavailable.
import { Redis } from 'ioredis'
import { backOffMs } from '../run/retry.ts'
import type { RedisAddress } from './redis-url.ts'

/** Called once at the beginning and once at the end of each outage; never after close(). */
export interface CacheObserver {
  /**
   * Redis has become unavailable, or was unavailable at the start. `reason` is for operators and contains no
   * secrets.
   */
  onLost(reason: string): void
  onRecovered(): void
}

export interface RedisConnection {
  readonly client: Redis
  /**
   * Resolves with the result of `ask`, which sends commands to Redis. If `ask` rejects, or does not
   * settle within `commandTimeoutMs`, it resolves with the result of `fallback`. While Redis is known to
   * be unavailable, it calls only `fallback`.
   */
  askRedisOrFallback<T>(ask: () => Promise<T>, fallback: () => T | Promise<T>): Promise<T>
  close(): Promise<void>
}

const connectTimeoutMs = 1_000
const reconnectPolicy = { firstMs: 1_000, maxMs: 30_000 }

/**
 * After this many responses the connection counts as stable, and the reconnect back-off starts again at
 * its shortest pause.
 */
const stableAfterAnswers = 1_000

/**
 * Opens the connection; resolves when it is known whether Redis is available. `probe` returns a
 * function that sends a counting command as the callers do, and rejects if the command fails. This
 * module reconnects by itself, because ioredis never gives up a silent connection and keeps old
 * state for the new one.
 */
export async function openRedisConnection(
  address: RedisAddress,
  commandTimeoutMs: number,
  probe: (client: Redis) => () => Promise<unknown>,
  observer: CacheObserver,
): Promise<RedisConnection> {
  const client = createClient(address, commandTimeoutMs)
  const ask = probe(client)
  let resolveKnown: () => void = () => undefined
  const known = new Promise<void>((resolve) => (resolveKnown = resolve))
  let state: 'unknown' | 'available' | 'unavailable' | 'closed' = 'unknown'
  /**
   * Incremented when a connection is given up, so that late responses and errors of the old connection
   * are ignored.
   */
  let generation = 0
  let answers = 0
  /** How often the connection recovered without becoming stable; the exponent of the back-off. */
  let recoveries = 0
  let reconnectTimer: NodeJS.Timeout | undefined

  function markUnavailable(reason: string): void {
    if (state === 'closed') return
    generation += 1
    if (client.status !== 'end') client.disconnect()
    if (state === 'unavailable') return
    state = 'unavailable'
    observer.onLost(reason)
    resolveKnown()
  }

  async function runProbe(): Promise<void> {
    const generationBefore = generation
    try {
      await ask()
      if (generationBefore !== generation || state === 'closed') return
      const wasUnavailable = state === 'unavailable'
      state = 'available'
      answers = 0
      if (wasUnavailable) {
        // an unstable connection reconnects with ever longer pauses, so its messages do not fill the log
        recoveries += 1
        observer.onRecovered()
      }
      resolveKnown()
    } catch (error) {
      if (generationBefore === generation) markUnavailable(describeError(error, address))
    }
  }

  // the 'error' and 'end' events handle a failure
  const connect = (): void => void client.connect().catch(() => undefined)
  client.on('ready', () => void runProbe())
  client.on('error', (error) => markUnavailable(describeError(error, address)))
  client.on('end', () => {
    markUnavailable('the connection was closed')
    if (state !== 'closed')
      reconnectTimer = setTimeout(connect, backOffMs(reconnectPolicy, recoveries))
  })

  connect()
  await known
  return {
    client,
    async askRedisOrFallback(ask, fallback) {
      if (state !== 'available') return fallback()
      const generationBefore = generation
      try {
        const answer = await ask()
        answers += 1
        if (answers === stableAfterAnswers) recoveries = 0
        return answer
      } catch (error) {
        if (generationBefore === generation) markUnavailable(describeError(error, address))
        return fallback()
      }
    },
    async close() {
      if (state === 'closed') return
      state = 'closed'
      clearTimeout(reconnectTimer)
      if (client.status === 'end') return
      const ended = new Promise((resolve) => client.once('end', resolve))
      client.disconnect()
      await ended
    },
  }
}

function createClient(address: RedisAddress, commandTimeoutMs: number): Redis {
  const { host, port, isEncrypted, username, password, database } = address
  return new Redis({
    host,
    port,
    db: database,
    ...(username === null ? {} : { username }),
    ...(password === null ? {} : { password }),
    ...(isEncrypted ? { tls: {} } : {}),
    lazyConnect: true,
    connectTimeout: connectTimeoutMs,
    commandTimeout: commandTimeoutMs,
    disconnectTimeout: 100,
    retryStrategy: null,
    // the probe replaces ioredis's ready check and detects more
    enableReadyCheck: false,
    disableClientInfo: true,
  })
}

/**
 * Returns the error as text. The error itself must not be logged, because ioredis attaches the command to
 * it; for AUTH the command contains the password.
 */
function describeError(error: unknown, { password }: RedisAddress): string {
  const { message, code } = error as NodeJS.ErrnoException
  // when a host name has two addresses, Node's error has a code but no message
  const reason = message || code || String(error)
  return (password === null ? reason : reason.replaceAll(password, '***')).slice(0, 200)
}
