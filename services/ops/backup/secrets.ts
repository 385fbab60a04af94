// The secrets of a data directory. A backup does not contain them: they are saved to a separate file, which the
// operator keeps in another place.
import { join } from 'node:path'
import { createFile, replaceFile } from '../../lib/run/create-file.ts'
import { readIfExists } from '../../lib/run/read-if-exists.ts'
import { CommandFailure } from '../command-failure.ts'

/** Names of the files with secrets in DATA_DIR. */
const secretFiles = ['jwt-secret', 'webhook-secret'] as const

export interface Secrets {
  /** Identity of the log to which the secrets belong. */
  readonly log_id: string | null
  /** By name of the file. */
  readonly secrets: Readonly<Record<string, string>>
}

/** Throws if the directory has no secrets. */
export async function readSecrets(dataDir: string, logId: string | null): Promise<Secrets> {
  const secrets: Record<string, string> = {}
  for (const name of secretFiles) {
    const text = await readIfExists(join(dataDir, name))
    if (text !== null) secrets[name] = text
  }
  if (Object.keys(secrets).length === 0)
    throw new CommandFailure(
      'refused',
      `${dataDir} has no secrets (JWT_SECRET and WEBHOOK_SECRET may be set instead): leave out --secrets`,
    )
  return { log_id: logId, secrets }
}

/** Creates the file. A file with the same secrets stays as it is; throws for any other file. */
export async function saveSecrets(path: string, secrets: Secrets): Promise<void> {
  const text = `${JSON.stringify(secrets)}\n`
  const existing = await readIfExists(path)
  if (existing === text) return
  if (existing !== null)
    throw new CommandFailure('refused', `${path} exists with other content: name another file`)
  await replaceFile(path, text, 0o600)
}

/** Throws unless the file has secrets of this log. */
export async function loadSecrets(path: string, logId: string | null): Promise<Secrets> {
  const text = await readIfExists(path)
  if (text === null) throw new CommandFailure('invalid', `there is no file ${path}`)
  const found = parseSecrets(text)
  if (found === null) throw new CommandFailure('refused', `${path} is not a file of --secrets`)
  if (found.log_id !== logId)
    throw new CommandFailure('refused', `${path} has the secrets of another installation`)
  return found
}

function parseSecrets(text: string): Secrets | null {
  try {
    const { log_id, secrets } = JSON.parse(text) as Partial<Secrets>
    const isComplete =
      secrets !== undefined &&
      Object.entries(secrets).every(
        ([name, value]) => secretFiles.some((one) => one === name) && typeof value === 'string',
      )
    return isComplete && log_id !== undefined ? { log_id, secrets } : null
  } catch {
    return null
  }
}

/** Writes the secrets into a data directory that has none. */
export async function restoreSecrets(dataDir: string, { secrets }: Secrets): Promise<void> {
  for (const [name, text] of Object.entries(secrets))
    await createFile(join(dataDir, name), text, 0o600)
}
