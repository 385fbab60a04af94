// A shard: a part of the markets of a stream, with its connection. The connection is opened again whenever it
// ends.
import type { Platform } from '../../../schemas/generated/events.ts'
import { backOffMs } from '../../lib/run/retry.ts'
import type { BookTarget } from '../source.ts'
import {
  openConnection,
  type Connection,
  type ConnectionDeps,
  type ConnectionEnd,
} from './connection.ts'
import type { StreamObserver } from './pool.ts'
import type { StreamFrame, StreamProtocol, StreamSession } from './protocol.ts'

export interface StreamShard {
  readonly targets: Map<string, BookTarget>
  readonly ending: AbortController
  connection: Connection | null
  /** null while the connection is not open. */
  session: StreamSession | null
  /** When messages were last lost. */
  gapAtMs: number
}

export interface ShardOptions extends ConnectionDeps {
  readonly platform: Platform
  readonly protocol: StreamProtocol
  readonly observer: StreamObserver
  /** See createConnectBudget. */
  readonly reserveConnection: () => number
  readonly signal: AbortSignal
  readonly onOpen: (shard: StreamShard) => void
  readonly onFrame: (shard: StreamShard, frame: StreamFrame, receivedAtMs: number) => void
  readonly onEnd: (shard: StreamShard) => void
}

/** A connection that was open for this long does not count as failed. */
const stableMs = 60_000
const backOff = { firstMs: 1_000, maxMs: 60_000 }
/** Pause after the platform has rejected the credentials. */
const refusedMs = 60_000

export function createShard(): StreamShard {
  return {
    targets: new Map(),
    ending: new AbortController(),
    connection: null,
    session: null,
    gapAtMs: -Infinity,
  }
}

/** Keeps the connection of a shard open. Rejects when the shard or the pool is ended. */
export async function runShard(shard: StreamShard, options: ShardOptions): Promise<never> {
  const { platform, observer, reserveConnection, steadyNow, sleep, random } = options
  const ended = AbortSignal.any([options.signal, shard.ending.signal])
  for (let failures = 0; ; failures += 1) {
    await sleep(reserveConnection(), ended)
    const openedAtMs = steadyNow()
    const { reason, pauseMs } = await connect(shard, options, ended).catch((error: unknown) => {
      observer.log('error', 'the stream cannot be opened', { platform, error: String(error) })
      return { reason: 'not_opened', pauseMs: 0 }
    })
    observer.count('stream_ends', { platform, reason })
    observer.log('info', 'a connection of the stream has ended', { platform, reason })
    if (steadyNow() - openedAtMs >= stableMs) failures = 0
    const leastMs = reason === 'http_401' || reason === 'http_403' ? refusedMs : 0
    const waitMs = backOffMs({ ...backOff, random }, failures)
    await sleep(Math.max(waitMs, leastMs, pauseMs), ended)
  }
}

async function connect(
  shard: StreamShard,
  options: ShardOptions,
  endedSignal: AbortSignal,
): Promise<ConnectionEnd> {
  const connection = await openConnection(options.protocol, options, {
    onOpen(session) {
      shard.session = session
      session.start()
      options.onOpen(shard)
    },
    onFrames(frames, receivedAtMs) {
      try {
        for (const frame of frames) options.onFrame(shard, frame, receivedAtMs)
      } catch (error) {
        // The message may have been applied in part, so the connection is closed. If the error were thrown again, it
        // would end the process.
        const { platform, observer } = options
        observer.log('error', 'a message of the stream was not read', { platform, err: error })
        shard.connection?.end('not_read')
      }
    },
  })
  shard.connection = connection
  const stop = (): void => connection.end('stopped')
  endedSignal.addEventListener('abort', stop, { once: true })
  if (endedSignal.aborted) stop()
  try {
    return await connection.ended
  } finally {
    endedSignal.removeEventListener('abort', stop)
    shard.session = null
    shard.connection = null
    options.onEnd(shard)
  }
}
