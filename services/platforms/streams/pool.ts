// The connections of a platform's stream. Divides the markets among the connections, keeps the connections open, and
// replaces connections that bring no data. The caller interprets the frames.
import { setMaxListeners } from 'node:events'
import type { Platform } from '../../../schemas/generated/events.ts'
import type { BookTarget } from '../source.ts'
import type { UpstreamObserver } from '../upstream/upstream.ts'
import { createAnomalyReporter } from './anomalies.ts'
import { createConnectBudget } from './connect-budget.ts'
import type { ConnectionDeps } from './connection.ts'
import type { StreamFrame, StreamProtocol } from './protocol.ts'
import { createShard, runShard, type StreamShard, type ShardOptions } from './shard.ts'

export interface StreamObserver extends Pick<UpstreamObserver, 'log'> {
  /**
   * Counts ended connections (`stream_ends`) and unexpected messages (`stream_anomalies`), by platform and
   * reason.
   */
  count(
    counter: 'stream_ends' | 'stream_anomalies',
    labels: Readonly<Record<string, string>>,
    by?: number,
  ): void
}

export interface StreamPool {
  /** Subscribes to exactly these markets. */
  readonly follow: (targets: readonly BookTarget[]) => void
  /** Requests new snapshots of the markets. */
  requestSnapshots(ids: readonly string[]): void
  /** Closes the connection of this market; a new one is opened in its place. */
  replaceConnectionOf(id: string, reason: string): void
  /** Returns the ids of all markets that share the connection of this market. */
  marketsOnConnectionOf(id: string): readonly string[]
  /** Closes silent connections and sends pings. To be called every second. */
  check(): void
  /** The number of open connections. */
  readonly openCount: () => number
}

export interface StreamPoolOptions extends ConnectionDeps {
  readonly platform: Platform
  readonly protocol: StreamProtocol
  readonly observer: StreamObserver
  /** Called when a snapshot of each of these markets has been requested. */
  readonly onSnapshotsRequested: (ids: readonly string[]) => void
  /**
   * Called when the books of these markets have become unknown, for example because their connection ended.
   * They stay unknown until their next snapshots.
   */
  readonly onLost: (ids: readonly string[]) => void
  /** Not called for unexpected messages, which are only counted and sampled: see anomalies.ts. */
  readonly onFrame: (frame: StreamFrame, receivedAtMs: number) => void
  /** Ends all connections. */
  readonly signal: AbortSignal
}

/** If messages are lost twice within this time, the connection is replaced. */
const gapMs = 10_000

export function createStreamPool(options: StreamPoolOptions): StreamPool {
  const { platform, protocol, observer, steadyNow, signal } = options
  const shardOptions: ShardOptions = {
    ...options,
    reserveConnection: createConnectBudget(steadyNow),
    onOpen: (shard) => subscribe(shard, [...shard.targets.values()]),
    onFrame: read,
    onEnd: ({ targets }) => options.onLost([...targets.keys()]),
  }
  const reportAnomaly = createAnomalyReporter(options)
  const shards = new Set<StreamShard>()
  const shardOf = new Map<string, StreamShard>()
  setMaxListeners(0, signal)

  function subscribe({ session }: StreamShard, targets: readonly BookTarget[]): void {
    if (session === null || targets.length === 0) return
    session.subscribe(targets)
    options.onSnapshotsRequested(targets.map(({ id }) => id))
  }

  function read(shard: StreamShard, frame: StreamFrame, receivedAtMs: number): void {
    const { event } = frame
    if (event?.kind === 'anomaly') reportAnomaly(event.reason, frame.body)
    else if (event?.kind === 'ended') shard.connection?.end(event.reason)
    else if (event?.kind === 'gap') handleLostMessages(shard)
    else options.onFrame(frame, receivedAtMs)
  }

  function handleLostMessages(shard: StreamShard): void {
    observer.count('stream_anomalies', { platform, reason: 'gap' })
    const ids = [...shard.targets.keys()]
    options.onLost(ids)
    const nowMs = steadyNow()
    if (nowMs - shard.gapAtMs < gapMs) return shard.connection?.end('gap')
    shard.gapAtMs = nowMs
    requestSnapshots(ids)
  }

  function requestSnapshots(ids: readonly string[]): void {
    for (const shard of new Set(ids.map((id) => shardOf.get(id)))) {
      const targets = ids.flatMap((id) => shard?.targets.get(id) ?? [])
      if (!shard?.session || targets.length === 0) continue
      shard.session.requestSnapshots(targets)
      options.onSnapshotsRequested(targets.map(({ id }) => id))
    }
  }

  function remove(ids: readonly string[]): void {
    for (const shard of new Set(ids.map((id) => shardOf.get(id)))) {
      const targets = ids.flatMap((id) => shard?.targets.get(id) ?? [])
      for (const { id } of targets) {
        shard?.targets.delete(id)
        shardOf.delete(id)
      }
      shard?.session?.unsubscribe(targets)
      if (shard?.targets.size !== 0) continue
      shards.delete(shard)
      shard.ending.abort(new Error('no markets are left'))
    }
    options.onLost(ids)
  }

  function openShard(): StreamShard {
    const shard = createShard()
    shards.add(shard)
    runShard(shard, shardOptions).catch((error: unknown) => {
      if (!signal.aborted && !shard.ending.signal.aborted)
        observer.log('error', 'the stream has failed', { platform, error: String(error) })
    })
    return shard
  }

  /** Adds as many of the markets to the connection as it has room for. Returns the others. */
  function addTargets(shard: StreamShard, targets: readonly BookTarget[]): readonly BookTarget[] {
    const room = protocol.maxMarketsPerConnection - shard.targets.size
    const added = targets.slice(0, Math.max(0, room))
    for (const target of added) {
      shard.targets.set(target.id, target)
      shardOf.set(target.id, shard)
    }
    subscribe(shard, added)
    return targets.slice(added.length)
  }

  return {
    follow(targets) {
      const wanted = new Set(targets.map(({ id }) => id))
      const removed = [...shardOf.keys()].filter((id) => !wanted.has(id))
      if (removed.length > 0) remove(removed)
      let added: readonly BookTarget[] = targets.filter(({ id }) => !shardOf.has(id))
      for (const shard of shards) added = addTargets(shard, added)
      while (added.length > 0) added = addTargets(openShard(), added)
    },
    requestSnapshots,
    replaceConnectionOf: (id, reason) => shardOf.get(id)?.connection?.end(reason),
    marketsOnConnectionOf: (id) => [...(shardOf.get(id)?.targets.keys() ?? [])],
    check() {
      for (const { connection } of shards) connection?.check()
    },
    openCount: () => [...shards].filter(({ session }) => session !== null).length,
  }
}
