// Parses the arguments of `ops backup` and `ops restore`, and has their help. Used by ops-command.ts.
import type { BackupRequest } from '../ops/backup/backup.ts'
import { commonOptions, parseArguments } from './ops-arguments.ts'

export const backupHelp = [
  'backup <directory> [--secrets <file>] [--dry-run] [--json]',
  'Copies the log, the store and the schemas of DATA_DIR to a directory outside of it, while the service runs or not.',
  'A directory with a backup gets what is new, and then has the newest state only.',
  '  --secrets  also writes the secrets of DATA_DIR to this file, which must not be in the directory',
  '  --dry-run  says how much would be copied, and copies nothing',
  'Examples:',
  '  ops backup /backups/oddslog --secrets /safe/oddslog-secrets.json',
  '  ops backup /backups/oddslog --dry-run',
] as const

export const restoreHelp = [
  'restore <directory> [--secrets <file>] [--dry-run] [--json]',
  'Checks every file of a backup, and then copies it to DATA_DIR, which must be empty or not exist.',
  '  --secrets  also restores the secrets that backup has written to this file',
  '  --dry-run  checks the backup and DATA_DIR, and writes nothing',
  'Examples:',
  '  ops restore /backups/oddslog --dry-run',
  '  DATA_DIR=./restored ops restore /backups/oddslog --secrets /safe/oddslog-secrets.json',
] as const

const usages = { backup: backupHelp[0], restore: restoreHelp[0] } as const
const options = {
  ...commonOptions,
  secrets: { type: 'string' },
  'dry-run': { type: 'boolean' },
} as const

/**
 * Parses the arguments, which are the same for both commands. Returns null for `--help`, or if the arguments do not
 * form a request. Adds every error to `problems`.
 */
export function parseBackupCommand(
  command: 'backup' | 'restore',
  args: readonly string[],
  problems: string[],
): BackupRequest | null {
  const form = { command, usage: usages[command], positionals: { min: 1, max: 1 } }
  const parsed = parseArguments(form, options, args, problems)
  if (parsed === null) return null
  const { secrets = null, json = false, 'dry-run': dryRun = false } = parsed.values
  if (secrets === '') problems.push(`ops ${command}: --secrets needs the name of a file`)
  return { directory: parsed.positionals[0] ?? '', secretsFile: secrets, dryRun, json }
}
