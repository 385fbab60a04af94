// The auditor compares the volume that the platforms state for each market with the trades in the store, and
// appends the result to the topic `audits`. One process of the role projector does this work. Each round looks for
// markets that are due in the next range of ids, with a query over the tables, so any process can continue the work of
// another one. In memory the auditor has only market snapshots whose trades are not all in the store yet.
import type { Audit } from '../../../schemas/generated/events.ts'
import type { Codec } from '../../lib/codec/port.ts'
import type { EventLog, Writer } from '../../lib/log/port.ts'
import { rejectOnAbort, sleepOnTimer, type Sleep } from '../../lib/run/wait.ts'
import { StoreError, StoreUnavailable, type Store } from '../../lib/store/port.ts'
import {
  maxSnapshotAheadMs,
  queryComparableSnapshots,
  queryDueSnapshots,
  queryNextRange,
  type VolumeSnapshot,
} from './due-markets.ts'
import {
  areAuditsInTable,
  queryAuditCounts,
  queryStoredVolumes,
  type AuditStatusSummary,
} from './held-volumes.ts'
import { toNextAudit } from './judge.ts'

export interface AuditorOptions {
  readonly store: Store
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
  /** Returns the epoch of the tables (domain/epochs.ts). */
  readonly epoch: () => number
  /** Unix milliseconds. */
  readonly now: () => number
  readonly sleep?: Sleep
  readonly observer: AuditorObserver
}

export interface AuditorObserver {
  /** Called about once a minute. */
  onCounts(counts: readonly AuditStatusSummary[]): void
  /** Called for each audit whose status has changed. */
  onStatusChanged(audit: Audit): void
  /** Called when the store did not answer, or rejected a query. The next round tries again. */
  onStoreFailed(error: unknown): void
}

/** Number of markets that are compared in one round. */
const marketsPerRound = 1_000
/**
 * After a round that took t, the auditor pauses for this many times t: it uses at most a twentieth of one
 * processor.
 */
const pauseFactor = 20
/** Minimum pause after a round. */
const pauseMs = { behind: 1_000, idle: 10_000 }
/**
 * Maximum number of snapshots that wait for their trades. Once it is reached (one round may exceed it), the
 * auditor takes only snapshots whose trades are complete already. The ids of all snapshots fit into one
 * parameter of a query.
 */
const maxPending = 2_000
/** A snapshot that has waited this long is dropped: its feeds have got a gap, or the tape does not advance. */
const maxPendingMs = 900_000
/** Maximum time that the auditor waits until its last audits are in the table. */
const projectionMs = 60_000
/** Maximum number of markets of a platform that the poller is asked to read again at the same time. */
const maxOpenRepairs = 20
/** How often the audits are counted. Counting reads all of them. */
const countMs = 60_000

/** Compares markets until the signal aborts. Rejects with the errors of the log. */
export async function runAuditor(options: AuditorOptions, signal: AbortSignal): Promise<void> {
  const { sleep = sleepOnTimer, observer } = options
  const writer = await options.log.openWriter('auditor')
  const round = createAuditRound(options, writer)
  try {
    while (!signal.aborted) {
      const startedMs = performance.now()
      let isBehind = false
      try {
        isBehind = (await rejectOnAbort(round(), signal)).isBehind
      } catch (error) {
        if (signal.aborted) return
        // An error of the store, even a rejected query of the auditor, must not stop the rest of the projector.
        if (!(error instanceof StoreUnavailable || error instanceof StoreError)) throw error
        observer.onStoreFailed(error)
      }
      const minMs = isBehind ? pauseMs.behind : pauseMs.idle
      const spentMs = performance.now() - startedMs
      await sleep(Math.max(minMs, spentMs * pauseFactor), signal).catch(() => undefined)
    }
  } finally {
    await writer.close()
  }
}

export interface AuditRound {
  /** Number of markets that were compared. */
  readonly audited: number
  /** Whether more markets may be due for a comparison. */
  readonly isBehind: boolean
}

/** Returns the function for one round, which compares up to `marketsPerRound` markets that are due for a comparison. */
export function createAuditRound(
  options: Omit<AuditorOptions, 'sleep'>,
  writer: Pick<Writer, 'append'>,
): () => Promise<AuditRound> {
  const { store, codec, topicPrefix, epoch, now, observer } = options
  /**
   * Snapshots whose trades are not complete yet, by market id. They are kept here, because the newest snapshot
   * of a market that is traded all the time is always too new to be compared.
   */
  const pending = new Map<string, VolumeSnapshot & { readonly sinceMs: number }>()
  /** The ids of the markets that were audited last, and when. */
  let last: { readonly ids: readonly string[]; readonly atMs: number } | null = null
  /** The last id of the range in which the last round looked for markets. */
  let after = ''
  let counted: { readonly mayRepair: (platform: string) => boolean; readonly atMs: number } | null =
    null

  /** Returns whether the last audits are in the table. The query for the next due markets reads that table. */
  async function areLastAuditsInTable(nowMs: number): Promise<boolean> {
    if (!last || last.ids.length === 0 || nowMs - last.atMs >= projectionMs) return true
    return areAuditsInTable(store, last.ids, last.atMs)
  }

  /**
   * Adds snapshots of those markets of the next range that are due for a comparison to `pending`. Returns how many it added.
   */
  async function addDueSnapshots(nowMs: number): Promise<number> {
    const range = await queryNextRange(store, after)
    const due = await queryDueSnapshots(store, {
      epoch: epoch(),
      nowMs,
      range,
      limit: marketsPerRound,
      excluded: [...pending.keys()],
      onlyComplete: pending.size >= maxPending,
    })
    for (const snapshot of due) pending.set(snapshot.market_id, { sinceMs: nowMs, ...snapshot })
    after = range.isLast ? '' : range.until
    return due.length
  }

  /** Returns the function that reserves repairs. Counts the audits for it if the last count is old. */
  async function getRepairBudget(nowMs: number): Promise<(platform: string) => boolean> {
    if (counted && Math.abs(nowMs - counted.atMs) < countMs) return counted.mayRepair
    const counts = await queryAuditCounts(store)
    observer.onCounts(counts)
    counted = { mayRepair: createRepairBudget(counts), atMs: nowMs }
    return counted.mayRepair
  }

  async function append(audits: readonly Audit[]): Promise<void> {
    await writer.append(
      audits.map((audit) => ({
        topic: `${topicPrefix}audits`,
        key: audit.market_id,
        value: codec.encode('audits', audit),
      })),
    )
  }

  return async () => {
    const nowMs = now()
    if (!(await areLastAuditsInTable(nowMs))) return { audited: 0, isBehind: true }
    for (const [id, { sinceMs, snapshotMs }] of pending)
      if (sinceMs < nowMs - maxPendingMs || snapshotMs > nowMs + maxSnapshotAheadMs)
        pending.delete(id)
    const mayRepair = await getRepairBudget(nowMs)
    const due = await addDueSnapshots(nowMs)
    const comparable = await queryComparableSnapshots(store, epoch(), [...pending.values()])
    const compared = comparable.slice(0, marketsPerRound)
    const held = await queryStoredVolumes(store, compared)
    const audits = compared.map((snapshot) => {
      const volume = held.get(snapshot.market_id) ?? { held: '0', heldBefore: '0', trades: 0 }
      const observed = { ...snapshot, ...volume }
      return toNextAudit(snapshot.previousAudit, observed, {
        nowMs,
        mayRepair: () => mayRepair(snapshot.platform),
      })
    })
    await append(audits)
    last = { ids: audits.map((audit) => audit.market_id), atMs: nowMs }
    for (const [i, audit] of audits.entries()) {
      pending.delete(audit.market_id)
      if (audit.status !== (compared[i]?.previousAudit?.status ?? 'agrees'))
        observer.onStatusChanged(audit)
    }
    const isBehind = due === marketsPerRound || comparable.length > compared.length
    return { audited: audits.length, isBehind }
  }
}

/**
 * Returns a function that reserves one repair for a platform, unless `maxOpenRepairs` are open already. The function
 * returns whether the repair may begin.
 */
function createRepairBudget(counts: readonly AuditStatusSummary[]): (platform: string) => boolean {
  const open = new Map<string, number>()
  for (const { platform, status, markets } of counts)
    if (status === 'missing') open.set(platform, markets)
  return (platform) => {
    const markets = open.get(platform) ?? 0
    if (markets >= maxOpenRepairs) return false
    open.set(platform, markets + 1)
    return true
  }
}
