// The operator command `backup`: copies the log, the store and the schemas of the embedded form to a directory, whether
// the service runs or not. docs/decisions/058-backup.md explains the order of the steps, with
// reasons.
import { mkdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { describeMissingSpace } from '../../lib/run/disk-space.ts'
import { CommandFailure } from '../command-failure.ts'
import { formatBytes } from '../format.ts'
import { createProgress } from '../progress.ts'
import { toIsoTime } from '../tail-start.ts'
import { readEarlierManifest, removeUnreferenced, toFolderName } from './backup-directory.ts'
import type { BackupOptions, TakenSnapshot } from './embedded-form.ts'
import {
  copyFile,
  hashFile,
  listFiles,
  mapFiles,
  syncDirectories,
  type ListedFile,
} from './files.ts'
import { writeManifest, type BackupFile, type Manifest } from './manifest.ts'
import { readSecrets, saveSecrets } from './secrets.ts'
import { backupMark, markUnfinished, removeMark } from './unfinished-mark.ts'

export interface BackupRequest {
  readonly directory: string
  /** File to which the secrets of DATA_DIR are saved; null: they are not saved. */
  readonly secretsFile: string | null
  readonly dryRun: boolean
  readonly json: boolean
}

/** A file to copy. `path`: as in BackupFile. */
interface Source extends ListedFile {
  readonly source: string
}

interface BackupWork {
  /** Absolute path. */
  readonly directory: string
  readonly earlier: Manifest | null
  /** Unix milliseconds. */
  readonly startMs: number
  /** Size of the log with its free pages. */
  readonly logBytes: number
  readonly snapshot: TakenSnapshot
  /** The files of the snapshot. */
  readonly store: readonly Source[]
}

export async function backup(request: BackupRequest, parts: BackupOptions): Promise<void> {
  const { paths } = parts
  const startMs = parts.now()
  const directory = resolve(request.directory)
  const secretsFile = request.secretsFile === null ? null : resolve(request.secretsFile)
  for (const path of [paths.dataDir, paths.log, paths.store])
    if (isWithin(await followLinks(directory), await followLinks(path)))
      throw createRefusal(`${directory} is in ${path}: name another place`)
  if (secretsFile !== null) await checkSecretsFile(secretsFile, directory)
  const earlier = await readEarlierManifest(directory, parts)
  const { logId } = await parts.summarizeLog()
  if (earlier && earlier.log_id !== logId)
    throw createRefusal(`${directory} has a backup of another installation`)
  const secrets = secretsFile === null ? null : await readSecrets(paths.dataDir, logId)
  const snapshot = await parts.takeSnapshot()
  try {
    const store = snapshot.directory === null ? [] : await listSources('store', snapshot.directory)
    const logBytes = totalBytesOf(await listFiles(paths.log))
    const work = { directory, earlier, startMs, logBytes, snapshot, store }
    await requireSpace(work)
    if (!request.json) parts.show(snapshot.isRunning ? serviceRuns : noService)
    if (request.dryRun) return showPlan(request, work, parts)
    if (secrets && secretsFile !== null) await saveSecrets(secretsFile, secrets)
    await mkdir(directory, { recursive: true, mode: 0o700 })
    await markUnfinished(join(directory, backupMark), parts.pid, [directory])
    await removeUnreferenced(directory, earlier)
    const manifest = await copyAll(work, parts)
    await syncDirectories(directory)
    await writeManifest(directory, manifest)
    await removeUnreferenced(directory, manifest)
    await removeMark(join(directory, backupMark))
    showResult(request, work, manifest, parts)
  } finally {
    await snapshot.release()
  }
}

const createRefusal = (message: string): CommandFailure => new CommandFailure('refused', message)

function isWithin(path: string, directory: string): boolean {
  return !/^\.\.(\/|$)/.test(relative(directory, path))
}

/** Returns the path without symbolic links. The path itself and its last folders need not exist. */
async function followLinks(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    return join(await followLinks(dirname(path)), basename(path))
  }
}

async function checkSecretsFile(path: string, directory: string): Promise<void> {
  if (isWithin(await followLinks(path), await followLinks(directory)))
    throw createRefusal(`${path} is in ${directory}: keep the secrets in another place`)
  const isDirectory = (at: string): Promise<boolean> =>
    stat(at).then(
      (found) => found.isDirectory(),
      () => false,
    )
  if (await isDirectory(path)) throw createRefusal(`${path} is a directory: name a file`)
  if (!(await isDirectory(dirname(path))))
    throw createRefusal(`there is no directory ${dirname(path)}: create it`)
}

const totalBytesOf = (files: readonly { readonly bytes: number }[]): number =>
  files.reduce((sum, { bytes }) => sum + bytes, 0)

async function listSources(
  folder: 'store' | 'schemas',
  directory: string,
): Promise<readonly Source[]> {
  return (await listFiles(directory)).map(({ path, bytes }) => ({
    path: join(folder, path),
    source: join(directory, path),
    bytes,
  }))
}

async function requireSpace({ directory, earlier, logBytes, store }: BackupWork): Promise<void> {
  const known = filesByPath(earlier)
  const added = store.filter(({ path, bytes }) => known.get(path)?.bytes !== bytes)
  const missing = await describeMissingSpace(directory, logBytes + totalBytesOf(added))
  if (missing !== null) throw createRefusal(missing)
}

const filesByPath = (manifest: Manifest | null): ReadonlyMap<string, BackupFile> =>
  new Map(manifest?.files.map((file) => [file.path, file]))

/**
 * Copies all files. The log is copied after the store was frozen, so that the copy of the log has every record whose
 * rows are in the frozen store.
 */
async function copyAll(
  { directory, earlier, startMs, logBytes, store }: BackupWork,
  parts: BackupOptions,
): Promise<Manifest> {
  const folder = toFolderName(startMs)
  const known = filesByPath(earlier)
  // the log is counted twice in the progress: LMDB copies the log, and then the copy is read to hash it
  const showDone = createProgress(parts, 'backup', 2 * logBytes + totalBytesOf(store), formatBytes)
  let done = 0
  const options = {
    signal: parts.signal,
    onBytes: (bytes: number) => {
      done += bytes
      showDone(done)
    },
  }

  /** Copies a file, unless the earlier backup has a file with the same path and content. */
  async function copyUnlessUnchanged({ path, source, bytes }: Source): Promise<BackupFile> {
    const before = known.get(path)
    if (before?.bytes === bytes && (await hashFile(source, options)).sha256 === before.sha256)
      return before
    const storedAt = join(folder, path)
    const content = await copyFile(source, join(directory, storedAt), options).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT' || error.path !== source) throw error
        throw new CommandFailure(
          'failed',
          'the service has restarted its store meanwhile, which deletes the frozen copy: run the command again',
        )
      },
    )
    return { path, stored_at: storedAt, ...content }
  }

  const target = join(directory, folder, 'log')
  await mkdir(target, { recursive: true })
  const log = await parts.copyLog(target, showDone)
  done = logBytes
  const logFiles = await mapFiles(await listFiles(target), async ({ path }) => ({
    path: join('log', path),
    stored_at: join(folder, 'log', path),
    ...(await hashFile(join(target, path), options)),
  }))
  done = 2 * logBytes
  // the schemas are copied after the log, because a schema is registered before the first record that uses it
  const schemas = await listSources('schemas', parts.paths.schemas)
  const otherFiles = await mapFiles([...store, ...schemas], copyUnlessUnchanged)
  return {
    formats: parts.formats,
    oddslog: parts.version,
    created_at: toIsoTime(startMs),
    log_id: log.logId,
    topics: log.topics,
    files: [...logFiles, ...otherFiles],
  }
}

const serviceRuns = 'The service runs, and has frozen its store for the backup.'
const noService = 'No service answers at ADMIN_PORT: this command opens the store itself.'

function showPlan(
  { json }: BackupRequest,
  { directory, logBytes, store, snapshot, earlier }: BackupWork,
  { show }: BackupOptions,
): void {
  const bytes = logBytes + totalBytesOf(store)
  const plan = { directory, dry_run: true, bytes, service_runs: snapshot.isRunning }
  if (json) return show(JSON.stringify(plan))
  const how = earlier ? `replace the one of ${earlier.created_at}` : 'be the first'
  show(`The backup in ${directory} would have at most ${formatBytes(bytes)}, and ${how}.`)
  show('Nothing was changed (--dry-run).')
}

function showResult(
  { json }: BackupRequest,
  { directory, startMs, snapshot }: BackupWork,
  { created_at, log_id, files }: Manifest,
  { show, now }: BackupOptions,
): void {
  const result = {
    directory,
    created_at,
    log_id,
    files: files.length,
    bytes: totalBytesOf(files),
    added_bytes: totalBytesOf(
      files.filter((file) => file.stored_at.startsWith(toFolderName(startMs))),
    ),
    seconds: (now() - startMs) / 1000,
    service_runs: snapshot.isRunning,
  }
  if (json) return show(JSON.stringify(result))
  const size = `${formatBytes(result.bytes)} in ${result.files} files`
  show(
    `The backup of ${created_at} is complete: ${size}, of which ${formatBytes(result.added_bytes)} are new, after ${result.seconds.toFixed(1)} s.`,
  )
}
