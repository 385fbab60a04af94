// The endpoint of the admin port that makes snapshots of the embedded store for backups, and its client. The process
// that owns the store serves the endpoint.
import pLimit from 'p-limit'
import { isRunning } from '../../lib/run/running-process.ts'
import type { StoreSnapshots } from '../../lib/store/port.ts'
import { askAdmin, type AdminCommand } from '../ask-admin.ts'

export const storeSnapshotPath = '/store-snapshot'

/**
 * The tables that a snapshot freezes first, because their rows state what the other tables contain. In a snapshot such
 * a statement may be older than the rows of the other tables, but never newer. After a restore, the projector continues
 * from these statements.
 */
export const frozenFirst = ['store_positions', 'candle_marks', 'feeds', 'wallet_feeds'] as const

export interface SnapshotRequest {
  readonly action: 'take' | 'release'
  /** Process id of the command. */
  readonly pid: number
}

export interface SnapshotAnswer {
  /** The directory of the snapshot. */
  readonly snapshot: string
}

const ownerCheckMs = 10_000

/**
 * A snapshot is released on request, or when the command that took the snapshot has ended without requesting its
 * release.
 */
export function createSnapshotCommand(snapshots: StoreSnapshots): AdminCommand {
  const oneAtATime = pLimit(1)
  let owner: number | null = null
  let timer: NodeJS.Timeout | undefined

  async function release(): Promise<void> {
    clearInterval(timer)
    owner = null
    await snapshots.release()
  }

  async function releaseIfOwnerEnded(): Promise<void> {
    if (owner !== null && !isRunning(owner)) await release()
  }

  return (body) =>
    oneAtATime(async () => {
      if (!isSnapshotRequest(body))
        return { status: 422, body: { detail: 'send {"action": "take" or "release", "pid"}' } }
      if (owner !== null && owner !== body.pid && isRunning(owner))
        return { status: 409, body: { detail: `process ${owner} is making a backup: wait for it` } }
      if (body.action === 'release') {
        await release()
        return { status: 200, body: { snapshot: '' } satisfies SnapshotAnswer }
      }
      await release()
      const snapshot = await snapshots.take(frozenFirst)
      owner = body.pid
      timer = setInterval(
        () => void oneAtATime(releaseIfOwnerEnded).catch(() => undefined),
        ownerCheckMs,
      ).unref()
      return { status: 200, body: { snapshot } satisfies SnapshotAnswer }
    })
}

function isSnapshotRequest(body: unknown): body is SnapshotRequest {
  const { action, pid } = (body ?? {}) as Record<string, unknown>
  return (action === 'take' || action === 'release') && typeof pid === 'number'
}

/** Rejects with NoService if no service runs, and with a message for the operator if the service refuses. */
export function askForSnapshot(
  adminUrl: string,
  request: SnapshotRequest,
): Promise<SnapshotAnswer> {
  return askAdmin<SnapshotAnswer>(adminUrl, storeSnapshotPath, request, 'snapshot')
}
