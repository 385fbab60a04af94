// Connects the operator commands `backup` and `restore` with the log and the store of the embedded form.
import { existsSync } from 'node:fs'
import { realpath, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { copyLmdbLog } from '../lib/log/lmdb/copy.ts'
import { formatVersion } from '../lib/log/lmdb/layout.ts'
import { readLogIdentity } from '../lib/run/log-identity.ts'
import { openStore } from '../lib/store/clickhouse.ts'
import { readMigrations } from '../lib/store/migrate.ts'
import { createStoreSnapshots } from '../lib/store/snapshot.ts'
import { NoService } from '../ops/ask-admin.ts'
import { askForSnapshot, frozenFirst } from '../ops/backup/admin.ts'
import { backup, type BackupRequest } from '../ops/backup/backup.ts'
import type {
  EmbeddedCommandOptions,
  EmbeddedPaths,
  LogSummary,
  TakenSnapshot,
} from '../ops/backup/embedded-form.ts'
import { backupFormat } from '../ops/backup/manifest.ts'
import { restore, type RestoreRequest } from '../ops/backup/restore.ts'
import { CommandFailure } from '../ops/command-failure.ts'
import { topicsWithPrefix } from '../topology.ts'
import { migrationsDir } from './log-and-store.ts'
import { openReadOnlyLog, type ReadOnlyLogOptions } from './read-only-log.ts'

export type BackupCommandOptions = ReadOnlyLogOptions &
  Omit<EmbeddedCommandOptions, 'paths' | 'formats'> & { readonly version: string }

export async function runBackup(
  request: BackupRequest,
  options: BackupCommandOptions,
): Promise<void> {
  const parts = await toEmbeddedCommandOptions(options)
  const { paths, pid } = parts
  await backup(request, {
    ...parts,
    version: options.version,
    summarizeLog: () => summarizeLog(paths.log, options),
    copyLog: (target, onBytes) => copyLog(paths.log, target, onBytes, options),
    takeSnapshot: () => takeSnapshot(paths.store, pid, options),
  })
}

export async function runRestore(
  request: RestoreRequest,
  options: BackupCommandOptions,
): Promise<void> {
  await restore(request, await toEmbeddedCommandOptions(options))
}

async function toEmbeddedCommandOptions(
  options: BackupCommandOptions,
): Promise<EmbeddedCommandOptions> {
  const tables = (await readMigrations(migrationsDir)).at(-1)?.number ?? 0
  const formats = { backup: backupFormat, log: formatVersion, tables }
  return { ...options, paths: pathsOf(options), formats }
}

/** Throws for a Kafka log or a ClickHouse server. */
function pathsOf({ config: { log, storeUrl, dataDir } }: BackupCommandOptions): EmbeddedPaths {
  const store = /^chdb:(.+)$/.exec(storeUrl ?? '')?.[1]
  if (log.kind !== 'lmdb' || store === undefined)
    throw new CommandFailure(
      'invalid',
      'LOG_URL or STORE_URL names a server. This command is for the embedded form; docs/operating.md, ' +
        '"Backups of the distributed form", has the commands of Kafka and ClickHouse',
    )
  return { dataDir, log: log.path, store, schemas: join(dataDir, 'schemas') }
}

async function summarizeLog(path: string, options: ReadOnlyLogOptions): Promise<LogSummary> {
  const { topicPrefix } = options.config
  const config = { ...options.config, log: { kind: 'lmdb', path } as const }
  const { log, decoder } = await openReadOnlyLog({ ...options, config })
  try {
    const topics: Record<string, readonly number[]> = {}
    for (const topic of Object.keys(topicsWithPrefix(topicPrefix)))
      topics[topic] = (await log.ranges(topic)).map(({ high }) => high)
    return { logId: await readLogIdentity({ log, codec: decoder, topicPrefix }), topics }
  } finally {
    await log.close()
  }
}

/**
 * Copies the log to `target`, and then opens the copy to check that it can be read. Returns the summary of the
 * copy.
 */
async function copyLog(
  path: string,
  target: string,
  onBytes: (bytes: number) => void,
  options: ReadOnlyLogOptions,
): Promise<LogSummary> {
  await copyLmdbLog({ path, target, onBytes })
  const summary = await summarizeLog(target, options)
  // delete the files that every process creates when it opens a log: they are not part of the backup
  for (const name of ['lock.mdb', 'appended'])
    await rm(join(target, name), { recursive: true, force: true })
  return summary
}

/** Asks the service for a snapshot of the store. If no service runs, opens the store until the snapshot is released. */
async function takeSnapshot(
  storePath: string,
  pid: number,
  { config: { adminPort } }: ReadOnlyLogOptions,
): Promise<TakenSnapshot> {
  const adminUrl = `http://127.0.0.1:${adminPort}`
  try {
    const { snapshot } = await askForSnapshot(adminUrl, { action: 'take', pid })
    const release = async (): Promise<void> => {
      await askForSnapshot(adminUrl, { action: 'release', pid }).catch((error: unknown) => {
        // NoService is ignored: the service has ended, and its next start deletes the snapshot
        if (!(error instanceof NoService)) throw error
      })
    }
    if (await isSnapshotOf(snapshot, storePath))
      return { directory: snapshot, isRunning: true, release }
    await release()
    throw new CommandFailure(
      'invalid',
      `the service at ${adminUrl} has its store elsewhere (${snapshot}): set ADMIN_PORT and DATA_DIR of the same service`,
    )
  } catch (error) {
    if (!(error instanceof NoService)) throw error
    return openSnapshot(storePath)
  }
}

async function isSnapshotOf(snapshot: string, storePath: string): Promise<boolean> {
  if (!existsSync(storePath) || !existsSync(snapshot)) return false
  return (await realpath(snapshot)).startsWith(`${await realpath(storePath)}/`)
}

async function openSnapshot(storePath: string): Promise<TakenSnapshot> {
  if (!existsSync(storePath))
    return { directory: null, isRunning: false, release: () => Promise.resolve() }
  const store = await openStore({ url: `chdb:${storePath}` }).catch((error: Error) => {
    const hint =
      'if a service uses it, set ADMIN_PORT to the port of that service; if another backup does, wait for it'
    throw new CommandFailure('refused', `${error.message}; ${hint}`)
  })
  const snapshots = createStoreSnapshots(store, storePath)
  const release = async (): Promise<void> => {
    await snapshots.release()
    await store.close()
  }
  try {
    return { directory: await snapshots.take(frozenFirst), isRunning: false, release }
  } catch (error) {
    await release()
    throw error
  }
}
