// The manifest of a backup. It lists the files of the backup, and states at which offsets the log ended when it was
// copied. The manifest is written last, so a directory without a manifest is not a backup.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { replaceFile } from '../../lib/run/create-file.ts'
import { CommandFailure } from '../command-failure.ts'
import type { FileContent } from './files.ts'

export const manifestFile = 'manifest.json'

/** Versions of the formats in a backup. A restore refuses a backup with a newer version of a format. */
export interface FormatVersions {
  /** Version of the manifest and of the layout of the directory. */
  readonly backup: number
  /** Version of the LMDB log. */
  readonly log: number
  /** Number of the newest migration of the tables. */
  readonly tables: number
}

export const backupFormat = 1
/** The file of the LMDB log, without which there is nothing to restore. */
const logFile = 'log/data.mdb'

export interface BackupFile extends FileContent {
  /** Where a restore puts the file: below `log`, `store` or `schemas`. */
  readonly path: string
  /** The path of the file in the directory of the backup. */
  readonly stored_at: string
}

export interface Manifest {
  readonly formats: FormatVersions
  /** Version of oddslog that made the backup. */
  readonly oddslog: string
  /** ISO time. */
  readonly created_at: string
  /** Identity of the log; null if the log has none yet. */
  readonly log_id: string | null
  /** For each topic name (with its prefix), the offset after the newest record of each partition. */
  readonly topics: Readonly<Record<string, readonly number[]>>
  readonly files: readonly BackupFile[]
}

const count = { type: 'integer', minimum: 0 } as const
/** Matches a relative path without empty segments and without the segments `.` and `..`. */
const relativePath = String.raw`^(?![^]*(^|/)\.{0,2}(/|$))`
const isManifest = new Ajv2020().compile<Manifest>({
  type: 'object',
  required: ['formats', 'oddslog', 'created_at', 'log_id', 'topics', 'files'],
  properties: {
    formats: {
      type: 'object',
      required: ['backup', 'log', 'tables'],
      properties: { backup: count, log: count, tables: count },
    },
    oddslog: { type: 'string' },
    created_at: { type: 'string' },
    log_id: { type: ['string', 'null'] },
    topics: { type: 'object', additionalProperties: { type: 'array', items: count } },
    files: {
      type: 'array',
      items: {
        type: 'object',
        required: ['path', 'stored_at', 'bytes', 'sha256'],
        properties: {
          path: { type: 'string', pattern: `${relativePath}(log|store|schemas)/` },
          stored_at: { type: 'string', pattern: relativePath },
          bytes: count,
          sha256: { type: 'string', pattern: '^[0-9a-f]{64}$' },
        },
      },
    },
  },
})

/** Returns null if the directory has no manifest. Rejects if this version cannot use the backup. */
export async function readManifest(
  directory: string,
  supportedVersions: FormatVersions,
): Promise<Manifest | null> {
  let text: string
  try {
    text = await readFile(join(directory, manifestFile), 'utf8')
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
  return parseManifest(text, supportedVersions)
}

function parseManifest(text: string, supportedVersions: FormatVersions): Manifest {
  let found: unknown
  try {
    found = JSON.parse(text)
  } catch {
    throw damagedManifestError('it is not JSON')
  }
  // the versions are checked before the other fields, because a newer format may have other fields
  const { formats } = (found ?? {}) as { formats?: Partial<FormatVersions> }
  for (const name of ['backup', 'log', 'tables'] as const) {
    const version = formats?.[name]
    if (typeof version === 'number' && version > supportedVersions[name])
      throw new CommandFailure(
        'refused',
        `a newer version of oddslog made this backup (format ${version} of ${name}; this version knows ${supportedVersions[name]}): use that version`,
      )
  }
  if (!isManifest(found)) {
    const [error] = isManifest.errors ?? []
    throw damagedManifestError(`${error?.instancePath} ${error?.message}`)
  }
  const paths = new Set(found.files.map(({ path }) => path))
  if (paths.size < found.files.length) throw damagedManifestError('it has a file twice')
  if (!paths.has(logFile)) throw damagedManifestError(`it has no ${logFile}`)
  return found
}

function damagedManifestError(reason: string): CommandFailure {
  return new CommandFailure('refused', `${manifestFile} of the backup is damaged: ${reason}`)
}

export async function writeManifest(directory: string, manifest: Manifest): Promise<void> {
  await replaceFile(join(directory, manifestFile), `${JSON.stringify(manifest, null, 1)}\n`, 0o600)
}
