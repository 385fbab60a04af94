// Parses the arguments of `ops`: the commands of operators, their options and their help. Used by command.ts.
import type { DeadLettersRequest } from '../ops/dead-letters/commands.ts'
import { findTopic, type TailRequest } from '../ops/tail.ts'
import { parseTailStart, startForms } from '../ops/tail-start.ts'
import type { TraceRequest } from '../ops/trace.ts'
import { parseId, platformNames, toId } from '../platforms/identity.ts'
import { topics } from '../topology.ts'
import { commonOptions, parseArguments } from './ops-arguments.ts'
import { deadLettersHelp, parseDeadLettersCommand } from './ops-dead-letters.ts'

export type OpsCommand =
  /** Prints records of a topic. */
  | { readonly name: 'tail'; readonly request: TailRequest }
  /** Prints the records and rows of one trade or market, from what the platform sent to the candle. */
  | { readonly name: 'trace'; readonly request: TraceRequest }
  /** Lists, shows, retries or drops dead letters. */
  | { readonly name: 'dead-letters'; readonly request: DeadLettersRequest }
  /** Prints the commands, or the help of one of them. */
  | { readonly name: 'help'; readonly lines: readonly string[] }

const exampleId = toId(platformNames[0], '0x…')

const help = {
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
const traceOptions = { ...commonOptions, bytes: { type: 'boolean' } } as const

/**
 * Parses the arguments after `ops`. If they are invalid, adds the errors to `problems` and returns the
 * help.
 */
export function parseOpsCommand(args: readonly string[], problems: string[]): OpsCommand {
  const [name = 'help', ...rest] = args
  if (name === 'tail') return parseTailCommand(rest, problems)
  if (name === 'trace') return parseTraceCommand(rest, problems)
  if (name === 'dead-letters') {
    const request = parseDeadLettersCommand(rest, problems)
    return request ? { name, request } : { name: 'help', lines: help[name] }
  }
  if (name !== 'help' && name !== '--help')
    problems.push(`ops ${name}: there is no such command. The commands are:`, ...opsUsage)
  return { name: 'help', lines: opsUsage }
}

function parseTailCommand(args: readonly string[], problems: string[]): OpsCommand {
  const parsed = parseArguments(commandSyntaxOf('tail'), tailOptions, args, problems)
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
  const parsed = parseArguments(commandSyntaxOf('trace'), traceOptions, args, problems)
  if (parsed === null) return { name: 'help', lines: help.trace }
  const { bytes = false, json = false } = parsed.values
  return { name: 'trace', request: { id: parsed.positionals[0] ?? '', withBytes: bytes, json } }
}

function commandSyntaxOf(command: 'tail' | 'trace') {
  return { command, usage: help[command][0], positionals: { min: 1, max: 1 } }
}
