// Parses the arguments of `ops verify`, and has its help. Used by ops-command.ts.
import { isUrl, type VerifyRequest } from '../ops/verify/commands.ts'
import {
  isVerifiedTable,
  verifiedTableNames,
  verifiedTables,
} from '../ops/verify/verified-tables.ts'
import { commonOptions, parseArguments } from './ops-arguments.ts'

export const verifyHelp = [
  'verify [--table <table>] [--month <yyyy-mm>] [--against <file | url>] [--json]',
  'Prints the rows and a content hash of each table and month (UTC), from the running service with this ADMIN_PORT.',
  'The same facts have the same hash: after a rebuild, after replays, and on another installation.',
  '  --table    only this table',
  '  --month    only this month; tables that have only newest states are then left out',
  '  --against  compares with a file that verify --json has written, and names the days that differ; or with the',
  '             service at another admin URL of this machine, perhaps forwarded by ssh, and names the keys, too',
  '  --json     one JSON object, with the hash of each day',
  `Tables: ${verifiedTableNames.join(', ')}`,
  'Examples:',
  '  ops verify --table trades --month 2026-11',
  '  ops verify --json > before.json',
  '  ops verify --against before.json',
  '  ops verify --table trades --against http://127.0.0.1:9081',
] as const

const options = {
  ...commonOptions,
  table: { type: 'string' },
  month: { type: 'string' },
  against: { type: 'string' },
} as const

const form = { command: 'verify', usage: verifyHelp[0], positionals: { min: 0, max: 0 } }

/** Returns null for `--help`, or if the arguments do not form a request. Adds every error to `problems`. */
export function parseVerifyCommand(
  args: readonly string[],
  problems: string[],
): VerifyRequest | null {
  const parsed = parseArguments(form, options, args, problems)
  if (parsed === null) return null
  const { table = null, month = null, against = null, json = false } = parsed.values
  if (month !== null && !/^\d{4}-(0[1-9]|1[0-2])$/.test(month))
    problems.push(`ops verify: --month ${month}: must be a month such as 2026-11`)
  else if (month !== null && month < '1970-01')
    problems.push(`ops verify: --month ${month}: must be 1970-01 or later`)
  if (against === '' || (isUrl(against) && !URL.canParse(against)))
    problems.push(
      `ops verify: --against ${against}: must be a file or the admin URL of another service`,
    )
  if (table === null) return { table, month, against, json }
  if (!isVerifiedTable(table)) {
    problems.push(`ops verify: --table ${table}: must be one of ${verifiedTableNames.join(', ')}`)
    return null
  }
  if (month !== null && verifiedTables[table].time === null)
    problems.push(`ops verify: the table ${table} has no months, only the newest states`)
  return { table, month, against, json }
}
