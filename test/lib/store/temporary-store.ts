// A chDB store in a temporary directory, which is deleted with it.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openStore, type OpenedStore } from '../../../services/lib/store/clickhouse.ts'
import type { ChildDeath } from '../../../services/lib/store/chdb-server/supervisor.ts'

export interface TemporaryStore {
  readonly store: OpenedStore
  readonly directory: string
  dispose(): Promise<void>
}

export async function openTemporaryStore(
  onDeath: (death: ChildDeath) => void = () => undefined,
): Promise<TemporaryStore> {
  const directory = await mkdtemp(join(tmpdir(), 'oddslog-store-'))
  const store = await openStore({ url: `chdb:${directory}`, onDeath })
  return {
    store,
    directory,
    async dispose() {
      await store.close()
      await rm(directory, { recursive: true, force: true })
    },
  }
}
