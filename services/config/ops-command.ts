// Parses the arguments of `ops`: the commands of operators, their options and their help. Used by command.ts.
import type { DiskRequest } from '../ops/disk/disk.ts'
import { findTopic, type TailRequest } from '../ops/tail.ts'
import { parseTailStart, startForms } from '../ops/tail-start.ts'
import type { StatusRequest } from '../ops/status/status.ts'
import type { TraceRequest } from '../ops/trace.ts'
import { parseId, platformNames, toId } from '../platforms/identity.ts'
import { topics } from '../topology.ts'
import { commonOptions, parseArguments } from './ops-arguments.ts'
import { backupHelp, parseBackupCommand, restoreHelp } from './ops-backup.ts'
import { deadLettersHelp, parseDeadLettersCommand } from './ops-dead-letters.ts'
import { parseRebuildCommand, rebuildHelp } from './ops-rebuild.ts'
import { parseReplayCommand, replayHelp } from './ops-replay.ts'
import { parseVerifyCommand, verifyHelp } from './ops-verify.ts'

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
} as const

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
 * The commands by name. `parse` returns null for `--help`, or if the arguments do not form a request. It adds every
 * error to `problems`.
 */
const commands = {
  /** Prints whether the service is healthy, and what it is doing. */
  status: { help: help.status, parse: parseStatusCommand },
  /** Prints what topics and tables take on the disk, and what retention removes next. */
  disk: { help: help.disk, parse: parseDiskCommand },
  /** Prints records of a topic. */
  tail: { help: help.tail, parse: parseTailCommand },
  /** Prints the records and rows of one trade or market, from what the platform sent to the candle. */
  trace: { help: help.trace, parse: parseTraceCommand },
  /** Lists, shows, retries or drops dead letters. */
  'dead-letters': { help: deadLettersHelp, parse: parseDeadLettersCommand },
  /** Maps raw records of a range again, and appends the facts that have changed. */
  replay: { help: replayHelp, parse: parseReplayCommand },
  /** Prints content hashes of the tables, and compares them. */
  verify: { help: verifyHelp, parse: parseVerifyCommand },
  /** Fills new tables from the log, and exchanges them with the live ones. */
  rebuild: { help: rebuildHelp, parse: parseRebuildCommand },
  /** Copies log, store and schemas to a directory. */
  backup: {
    help: backupHelp,
    parse: (args, problems) => parseBackupCommand('backup', args, problems),
  },
  /** Copies a backup to a new DATA_DIR. */
  restore: {
    help: restoreHelp,
    parse: (args, problems) => parseBackupCommand('restore', args, problems),
  },
} as const satisfies Record<
  string,
  {
    readonly help: readonly string[]
    readonly parse: (args: readonly string[], problems: string[]) => object | null
  }
>

type CommandName = keyof typeof commands

export type OpsCommand =
  | {
      readonly [Name in CommandName]: {
        readonly name: Name
        readonly request: NonNullable<ReturnType<(typeof commands)[Name]['parse']>>
      }
    }[CommandName]
  /** Prints the commands, or the help of one of them. */
  | { readonly name: 'help'; readonly lines: readonly string[] }

export const opsUsage: readonly string[] = [
  ...Object.values(commands).map(({ help: [usage] }) => `ops ${usage}`),
  'ops <command> --help: options and examples',
]

/**
 * Parses the arguments after `ops`. If they are invalid, adds the errors to `problems` and returns the
 * help.
 */
export function parseOpsCommand(args: readonly string[], problems: string[]): OpsCommand {
  const [name = 'help', ...rest] = args
  if (isCommandName(name)) {
    const request = commands[name].parse(rest, problems)
    return request === null
      ? { name: 'help', lines: commands[name].help }
      : ({ name, request } as OpsCommand)
  }
  if (name !== 'help' && name !== '--help')
    problems.push(`ops ${name}: there is no such command. The commands are:`, ...opsUsage)
  return { name: 'help', lines: opsUsage }
}

const isCommandName = (name: string): name is CommandName => Object.hasOwn(commands, name)

function parseStatusCommand(args: readonly string[], problems: string[]): StatusRequest | null {
  const parsed = parseArguments(commandSyntaxOf('status', 0), statusOptions, args, problems)
  if (parsed === null) return null
  const { partitions = false, watch = false, json = false } = parsed.values
  return { partitions, watch, json }
}

function parseDiskCommand(args: readonly string[], problems: string[]): DiskRequest | null {
  const parsed = parseArguments(commandSyntaxOf('disk', 0), commonOptions, args, problems)
  return parsed && { json: parsed.values.json ?? false }
}

function parseTailCommand(args: readonly string[], problems: string[]): TailRequest | null {
  const parsed = parseArguments(commandSyntaxOf('tail', 1), tailOptions, args, problems)
  if (parsed === null) return null
  const { from, market, follow = false, json = false } = parsed.values
  const [topic = ''] = parsed.positionals
  const start = from === undefined ? null : parseTailStart(from)
  if (from !== undefined && start === null)
    problems.push(`ops tail: --from ${from}: must be ${startForms}`)
  if (market !== undefined && parseId(market) === null)
    problems.push(`ops tail: --market ${market}: is not the id of a market, such as ${exampleId}`)
  try {
    return { topic: findTopic(topic), from: start, marketId: market ?? null, follow, json }
  } catch (error) {
    problems.push(`ops tail: ${error instanceof Error ? error.message : String(error)}`)
    return null
  }
}

function parseTraceCommand(args: readonly string[], problems: string[]): TraceRequest | null {
  const parsed = parseArguments(commandSyntaxOf('trace', 1), traceOptions, args, problems)
  if (parsed === null) return null
  const { bytes = false, json = false } = parsed.values
  return { id: parsed.positionals[0] ?? '', withBytes: bytes, json }
}

function commandSyntaxOf(command: keyof typeof help, positionals: number) {
  return { command, usage: help[command][0], positionals: { min: positionals, max: positionals } }
}
