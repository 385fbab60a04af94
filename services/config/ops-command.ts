// Parses the arguments of `ops`: the commands of operators, their options and their help. Used by command.ts.
import type { BackupRequest } from '../ops/backup/backup.ts'
import type { RestoreRequest } from '../ops/backup/restore.ts'
import type { DiskRequest } from '../ops/disk/disk.ts'
import type { DeadLettersRequest } from '../ops/dead-letters/commands.ts'
import { findTopic, type TailRequest } from '../ops/tail.ts'
import { parseTailStart, startForms } from '../ops/tail-start.ts'
import type { RebuildRequest } from '../ops/rebuild/commands.ts'
import type { StatusRequest } from '../ops/status/status.ts'
import type { TraceRequest } from '../ops/trace.ts'
import { parseId, platformNames, toId } from '../platforms/identity.ts'
import type { VerifyRequest } from '../ops/verify/commands.ts'
import { topics } from '../topology.ts'
import type { ReplayRangeRequest } from '../ops/replay-range/replay-range.ts'
import { commonOptions, parseArguments } from './ops-arguments.ts'
import { backupHelp, parseBackupCommand, restoreHelp } from './ops-backup.ts'
import { deadLettersHelp, parseDeadLettersCommand } from './ops-dead-letters.ts'
import { parseRebuildCommand, rebuildHelp } from './ops-rebuild.ts'
import { parseReplayCommand, replayHelp } from './ops-replay.ts'
import { parseVerifyCommand, verifyHelp } from './ops-verify.ts'

export type OpsCommand =
  /** Prints whether the service is healthy, and what it is doing. */
  | { readonly name: 'status'; readonly request: StatusRequest }
  /** Prints what topics and tables take on the disk, and what retention removes next. */
  | { readonly name: 'disk'; readonly request: DiskRequest }
  /** Prints records of a topic. */
  | { readonly name: 'tail'; readonly request: TailRequest }
  /** Prints the records and rows of one trade or market, from what the platform sent to the candle. */
  | { readonly name: 'trace'; readonly request: TraceRequest }
  /** Lists, shows, retries or drops dead letters. */
  | { readonly name: 'dead-letters'; readonly request: DeadLettersRequest }
  /** Maps raw records of a range again, and appends the facts that have changed. */
  | { readonly name: 'replay'; readonly request: ReplayRangeRequest }
  /** Prints content hashes of the tables, and compares them. */
  | { readonly name: 'verify'; readonly request: VerifyRequest }
  /** Fills new tables from the log, and exchanges them with the live ones. */
  | { readonly name: 'rebuild'; readonly request: RebuildRequest }
  /** Copies log, store and schemas to a directory, or back to a new DATA_DIR. */
  | { readonly name: 'backup'; readonly request: BackupRequest }
  | { readonly name: 'restore'; readonly request: RestoreRequest }
  /** Prints the commands, or the help of one of them. */
  | { readonly name: 'help'; readonly lines: readonly string[] }

const exampleId = toId(platformNames[0], '0x…')

const help = {
  status: [
    'status [--partitions] [--watch] [--json]',
    'Prints first whether the service is healthy, or what is wrong and what to do. Then, what the process at this',
    'ADMIN_PORT knows: platforms and requests, tables, audits, disk; and from the log: the lag of each stage, and the',
    'open dead letters. The exit code is 0 only if nothing is wrong.',
    '  --partitions  one line for each partition',
    '  --watch       prints again every 2 s, until Ctrl-C; requests are then counted since the last time',
    '  --json        one JSON object, with times in Unix milliseconds and each partition',
    'Examples:',
    '  ops status --watch',
    '  ADMIN_PORT=9081 ops status --json',
  ],
  disk: [
    'disk [--json]',
    'Prints first whether the disk is or will soon be full, or retention is held back. Then, for each topic: records,',
    'bytes, oldest record, bytes a day, limits of retention (RETENTION_GB), and what retention removes next. For each',
    'table: rows, bytes, bytes a day. Sizes of tables and the forecast need a running service with this ADMIN_PORT.',
    'The exit code is 0 only if nothing is wrong.',
    '  --json  one JSON object, with times in Unix milliseconds',
    'Examples:',
    '  ops disk --json',
    '  RETENTION_GB=raw.books=50 ops disk',
  ],
  tail: [
    'tail <topic> [--from <time|offset>] [--market <id>] [--follow] [--json]',
    'Prints the decoded records of a topic, oldest first. The service may run or not.',
    `  --from    ${startForms}.`,
    '            The default are the last 10 records. An offset reads this partition only.',
    '  --market  only records whose key is this market or whose value names it',
    '  --follow  continues with new records, until Ctrl-C',
    '  --json    one JSON object per line; bytes are base64',
    `Topics: ${Object.keys(topics).join(', ')}`,
    'Examples:',
    '  ops tail trades --follow',
    '  ops tail raw.trades --from 2026-11-25T21:00:00Z --json',
    `  ops tail books --market ${exampleId}`,
    '  ops tail dead-letters --from 0:0',
  ],
  trace: [
    'trace <trade id | market id> [--bytes] [--json]',
    'Prints where a fact came from and what became of it: raw record, unified record, row, 1m candle.',
    'Rows and candles need a running service with this ADMIN_PORT.',
    '  --bytes   also prints what the platform sent',
    '  --json    prints one JSON object',
    'Examples:',
    `  ops trace ${exampleId}`,
    '  ops trace <id of /v1/trades> --bytes',
  ],
  'dead-letters': deadLettersHelp,
  replay: replayHelp,
  verify: verifyHelp,
  rebuild: rebuildHelp,
  backup: backupHelp,
  restore: restoreHelp,
} as const satisfies Record<string, readonly string[]>

export const opsUsage: readonly string[] = [
  ...Object.values(help).map(([form]) => `ops ${form}`),
  'ops <command> --help: options and examples',
]

const tailOptions = {
  ...commonOptions,
  from: { type: 'string' },
  market: { type: 'string' },
  follow: { type: 'boolean' },
} as const
const statusOptions = {
  ...commonOptions,
  partitions: { type: 'boolean' },
  watch: { type: 'boolean' },
} as const
const traceOptions = { ...commonOptions, bytes: { type: 'boolean' } } as const

/**
 * Parses the arguments after `ops`. If they are invalid, adds the errors to `problems` and returns the
 * help.
 */
export function parseOpsCommand(args: readonly string[], problems: string[]): OpsCommand {
  const [name = 'help', ...rest] = args
  if (name === 'status') return parseStatusCommand(rest, problems)
  if (name === 'disk') return parseDiskCommand(rest, problems)
  if (name === 'tail') return parseTailCommand(rest, problems)
  if (name === 'trace') return parseTraceCommand(rest, problems)
  if (name === 'dead-letters') {
    const request = parseDeadLettersCommand(rest, problems)
    return request ? { name, request } : { name: 'help', lines: help[name] }
  }
  if (name === 'replay') {
    const request = parseReplayCommand(rest, problems)
    return request ? { name, request } : { name: 'help', lines: help[name] }
  }
  if (name === 'verify') {
    const request = parseVerifyCommand(rest, problems)
    return request ? { name, request } : { name: 'help', lines: help[name] }
  }
  if (name === 'rebuild') {
    const request = parseRebuildCommand(rest, problems)
    return request ? { name, request } : { name: 'help', lines: help[name] }
  }
  if (name === 'backup' || name === 'restore') {
    const request = parseBackupCommand(name, rest, problems)
    return request ? { name, request } : { name: 'help', lines: help[name] }
  }
  if (name !== 'help' && name !== '--help')
    problems.push(`ops ${name}: there is no such command. The commands are:`, ...opsUsage)
  return { name: 'help', lines: opsUsage }
}

function parseStatusCommand(args: readonly string[], problems: string[]): OpsCommand {
  const parsed = parseArguments(commandSyntaxOf('status', 0), statusOptions, args, problems)
  if (parsed === null) return { name: 'help', lines: help.status }
  const { partitions = false, watch = false, json = false } = parsed.values
  return { name: 'status', request: { partitions, watch, json } }
}

function parseDiskCommand(args: readonly string[], problems: string[]): OpsCommand {
  const parsed = parseArguments(commandSyntaxOf('disk', 0), commonOptions, args, problems)
  if (parsed === null) return { name: 'help', lines: help.disk }
  return { name: 'disk', request: { json: parsed.values.json ?? false } }
}

function parseTailCommand(args: readonly string[], problems: string[]): OpsCommand {
  const parsed = parseArguments(commandSyntaxOf('tail', 1), tailOptions, args, problems)
  if (parsed === null) return { name: 'help', lines: help.tail }
  const { from, market, follow = false, json = false } = parsed.values
  const [topic = ''] = parsed.positionals
  const start = from === undefined ? null : parseTailStart(from)
  if (from !== undefined && start === null)
    problems.push(`ops tail: --from ${from}: must be ${startForms}`)
  if (market !== undefined && parseId(market) === null)
    problems.push(`ops tail: --market ${market}: is not the id of a market, such as ${exampleId}`)
  try {
    const request = { topic: findTopic(topic), from: start, marketId: market ?? null, follow, json }
    return { name: 'tail', request }
  } catch (error) {
    problems.push(`ops tail: ${error instanceof Error ? error.message : String(error)}`)
    return { name: 'help', lines: help.tail }
  }
}

function parseTraceCommand(args: readonly string[], problems: string[]): OpsCommand {
  const parsed = parseArguments(commandSyntaxOf('trace', 1), traceOptions, args, problems)
  if (parsed === null) return { name: 'help', lines: help.trace }
  const { bytes = false, json = false } = parsed.values
  return { name: 'trace', request: { id: parsed.positionals[0] ?? '', withBytes: bytes, json } }
}

function commandSyntaxOf(command: 'status' | 'disk' | 'tail' | 'trace', positionals: number) {
  return { command, usage: help[command][0], positionals: { min: positionals, max: positionals } }
}
