// The admin command that takes and releases snapshots of the embedded store, in the process that has opened the
// store.
import type { Store } from '../lib/store/port.ts'
import { createStoreSnapshots } from '../lib/store/snapshot.ts'
import type { AdminCommand } from '../lib/telemetry/admin.ts'
import { createSnapshotCommand, storeSnapshotPath } from '../ops/backup/admin.ts'

/** Returns the command by its path; no command if the store is a ClickHouse server. */
export function snapshotCommandOf(
  store: Store,
  storeUrl: string | null,
): Readonly<Record<string, AdminCommand>> {
  const dataDir = /^chdb:(.*)$/.exec(storeUrl ?? '')?.[1]
  if (dataDir === undefined) return {}
  return { [storeSnapshotPath]: createSnapshotCommand(createStoreSnapshots(store, dataDir)) }
}
