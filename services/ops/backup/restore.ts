// The operator command `restore`: fills a new or empty DATA_DIR from a backup of the embedded form. The command checks
// every file before it writes the first one. While the command writes, a file in DATA_DIR marks that directory as
// incomplete, and a service does not start with that directory.
import { mkdir, readdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { describeMissingSpace } from '../../lib/run/disk-space.ts'
import { CommandFailure } from '../command-failure.ts'
import { formatBytes } from '../format.ts'
import { createProgress } from '../progress.ts'
import type { EmbeddedCommandOptions, EmbeddedPaths } from './embedded-form.ts'
import {
  copyFile,
  fileSystemFolder,
  hashFile,
  mapFiles,
  syncDirectories,
  type FileContent,
  type ReadOptions,
} from './files.ts'
import { readManifest, type BackupFile, type Manifest } from './manifest.ts'
import { loadSecrets, restoreSecrets, type Secrets } from './secrets.ts'
import { markUnfinished, readMarkUnlessInUse, removeMark, restoreMark } from './unfinished-mark.ts'

export interface RestoreRequest {
  readonly directory: string
  /** File with the secrets that `backup` has saved; null: no secrets are restored. */
  readonly secretsFile: string | null
  readonly dryRun: boolean
  readonly json: boolean
}

/** Names to ignore: a directory that contains nothing else is regarded as empty. */
const ignoredNames: ReadonlySet<string> = new Set([restoreMark, fileSystemFolder])

export async function restore(
  request: RestoreRequest,
  parts: EmbeddedCommandOptions,
): Promise<void> {
  const { paths, signal, show } = parts
  const startMs = parts.now()
  const directory = resolve(request.directory)
  const manifest = await readManifest(directory, parts.formats)
  if (manifest === null)
    throw new CommandFailure(
      'refused',
      `${directory} has no manifest: it is not a backup, or the backup was interrupted`,
    )
  const secrets =
    request.secretsFile === null
      ? null
      : await loadSecrets(resolve(request.secretsFile), manifest.log_id)
  await requireEmpty(paths, parts.pid)
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0)
  for (const path of new Set([paths.dataDir, paths.log, paths.store]))
    await requireSpace(path, bytes)

  // each file is read twice: to check it, and to copy it
  const showDone = createProgress(parts, 'restore', 2 * bytes, formatBytes)
  let done = 0
  const options = {
    signal,
    onBytes: (count: number) => {
      done += count
      showDone(done)
    },
  }
  await verifyFiles(directory, manifest, options)
  if (!request.dryRun) await fillDataDir(directory, manifest, secrets, parts, options)
  const { created_at, log_id, files } = manifest
  const seconds = (parts.now() - startMs) / 1000
  const result = {
    data_dir: paths.dataDir,
    created_at,
    log_id,
    files: files.length,
    bytes,
    seconds,
  }
  if (request.json) return show(JSON.stringify({ ...result, dry_run: request.dryRun }))
  show(`The backup of ${created_at} is complete: ${formatBytes(bytes)} in ${files.length} files.`)
  if (request.dryRun) return show('Nothing was restored (--dry-run).')
  show(`It was restored to ${paths.dataDir} in ${seconds.toFixed(1)} s. Start the service with it.`)
  if (!secrets) show('No secrets were restored (--secrets): all users have to log in again.')
}

/**
 * Empties the directories of log, store and data, and fills them from the backup. When all files are durable, removes
 * the mark of an unfinished restore.
 */
async function fillDataDir(
  directory: string,
  { files }: Manifest,
  secrets: Secrets | null,
  { paths, pid }: EmbeddedCommandOptions,
  options: ReadOptions,
): Promise<void> {
  const targets = [paths.log, paths.store, paths.dataDir]
  await mkdir(paths.dataDir, { recursive: true, mode: 0o700 })
  await markUnfinished(join(paths.dataDir, restoreMark), pid, targets)
  for (const path of targets) await emptyDirectory(path)
  await mapFiles(files, async (file) => {
    const source = join(directory, file.stored_at)
    requireSameContent(file, await copyFile(source, targetPathOf(file, paths), options), 'failed')
  })
  if (secrets) await restoreSecrets(paths.dataDir, secrets)
  for (const path of targets) await syncDirectories(path)
  await removeMark(join(paths.dataDir, restoreMark))
}

/** Throws if the directory of data, log or store contains files, except files that an interrupted restore has left. */
async function requireEmpty({ dataDir, log, store }: EmbeddedPaths, pid: number): Promise<void> {
  const unfinished = await readMarkUnlessInUse(join(dataDir, restoreMark), pid)
  for (const path of [dataDir, log, store])
    if (
      !unfinished.includes(path) &&
      (await listNames(path)).some((name) => !ignoredNames.has(name))
    )
      throw new CommandFailure(
        'refused',
        `${path} is not empty: set DATA_DIR to a new or empty directory`,
      )
}

async function listNames(directory: string): Promise<readonly string[]> {
  try {
    return await readdir(directory)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return []
    if (code === 'ENOTDIR')
      throw new CommandFailure('refused', `${directory} is a file: set DATA_DIR to a directory`)
    throw error
  }
}

/** Deletes what an interrupted restore has left. The directory itself stays: it may be a volume. */
async function emptyDirectory(directory: string): Promise<void> {
  for (const name of await listNames(directory))
    if (!ignoredNames.has(name)) await rm(join(directory, name), { recursive: true })
}

async function requireSpace(path: string, bytes: number): Promise<void> {
  const missing = await describeMissingSpace(path, bytes)
  if (missing !== null) throw new CommandFailure('refused', missing)
}

/** Throws if a file of the backup is missing, or has another content than when the backup was made. */
async function verifyFiles(
  directory: string,
  { files }: Manifest,
  options: ReadOptions,
): Promise<void> {
  await mapFiles(files, async (file) => {
    const path = join(directory, file.stored_at)
    const content = await hashFile(path, options).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
      throw new CommandFailure('refused', `the backup is incomplete: ${path} is missing`)
    })
    requireSameContent(file, content, 'refused')
  })
}

function requireSameContent(
  { stored_at, bytes, sha256 }: BackupFile,
  found: FileContent,
  reason: 'refused' | 'failed',
): void {
  if (found.bytes === bytes && found.sha256 === sha256) return
  const how =
    found.bytes === bytes ? 'has another sha256' : `has ${found.bytes} bytes instead of ${bytes}`
  throw new CommandFailure(reason, `the backup is damaged: ${stored_at} ${how}`)
}

function targetPathOf({ path }: BackupFile, paths: EmbeddedPaths): string {
  const [folder = '', ...rest] = path.split('/')
  return join(paths[folder as 'log' | 'store' | 'schemas'], ...rest)
}
