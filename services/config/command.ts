// Parses the command-line arguments into a command. Used by config.ts.
import type { ReplayableStage } from '../ops/replay.ts'
import { forgettableTopics } from '../ops/forget.ts'
import { opsUsage, parseOpsCommand, type OpsCommand } from './ops-command.ts'
import { roles, type Role, type Topic } from '../topology.ts'

export type Command =
  /** Runs the service, with all roles or some of them in this process. */
  | { readonly name: 'run'; readonly roles: ReadonlySet<Role> }
  /** An operator command with options: `ops tail`, `ops trace`. */
  | { readonly name: 'ops'; readonly ops: OpsCommand }
  /** Serves language models over MCP: on stdin and stdout, or over HTTP at this port. */
  | { readonly name: 'mcp'; readonly port: number | null }
  /** Prints the roles and commands. */
  | { readonly name: 'help' }
  /** Runs only the simulator of the platforms, which other processes then use. */
  | { readonly name: 'simulator' }
  /** Resets a stage to the oldest record, so that it processes all records again after the next start. */
  | { readonly name: 'replay'; readonly stage: ReplayableStage }
  /** Lets the consumer groups of a topic continue after expired records that they have not read. */
  | { readonly name: 'forget'; readonly topic: Topic }
  /** Revokes an account, in the running service. */
  | { readonly name: 'revoke-developer'; readonly email: string; readonly reason: string }
  /** Explains why two markets match or do not match, in the running service. */
  | { readonly name: 'explain-match'; readonly ids: readonly [string, string] }

export const allRoles = Object.keys(roles) as Role[]

/** The help text: one line for each form of the arguments. */
export const usage: readonly string[] = [
  'no argument: all roles, on the embedded log and store',
  `one or more of ${allRoles.join(', ')}: only these roles`,
  'simulator: simulated platforms for other processes',
  'replay normalizer | replay projector: resets the whole stage to the oldest record; stop the stage first',
  `forget ${forgettableTopics.join(' | forget ')}: continues after expired records that were not read; stop the service first`,
  'revoke-developer <email> [reason]: revokes an account',
  'explain-match <market id> <market id>: explains why two markets match or do not match',
  'mcp [--port <port>]: an MCP server for language models, on stdin and stdout or over HTTP; uses the service at MCP_API_URL',
  ...opsUsage,
  'help: prints this list',
]

/** Whether the command opens the store (chDB or ClickHouse), or reads or writes its files. */
export function usesStore(command: Command, logKind: 'lmdb' | 'kafka'): boolean {
  if (command.name === 'run') return command.roles.has('projector') || command.roles.has('api')
  if (command.name === 'ops')
    return logKind === 'lmdb' && (command.ops.name === 'backup' || command.ops.name === 'restore')
  if (command.name === 'replay' && command.stage === 'projector') return true
  // With the embedded log, `replay normalizer` and `forget` need no data of the store, but open it because of its
  // lock file. If the service is running, the store is locked and the command fails.
  return (command.name === 'replay' || command.name === 'forget') && logKind === 'lmdb'
}

export function parseCommand(args: readonly string[], problems: string[]): Command {
  const [name, first, ...rest] = args
  if (name === undefined) return { name: 'run', roles: new Set(allRoles) }
  if (name === 'ops') return { name, ops: parseOpsCommand(args.slice(1), problems) }
  if (args.every((arg) => Object.hasOwn(roles, arg)))
    return { name: 'run', roles: new Set(args as Role[]) }
  if ((name === 'simulator' || name === 'help') && args.length === 1) return { name }
  if (name === 'mcp') {
    const port = parseMcpPort(args.slice(1))
    if (port !== undefined) return { name, port }
  }
  if (name === 'replay' && args.length === 2 && (first === 'normalizer' || first === 'projector'))
    return { name, stage: first }
  const topic = forgettableTopics.find((t) => t === first)
  if (name === 'forget' && args.length === 2 && topic !== undefined) return { name, topic }
  if (name === 'revoke-developer' && first !== undefined)
    return { name, email: first, reason: rest.join(' ') }
  const [second] = rest
  if (name === 'explain-match' && args.length === 3 && first !== undefined && second !== undefined)
    return { name, ids: [first, second] }
  problems.push(`${args.join(' ')}: unknown arguments. Allowed are:`, ...usage)
  return { name: 'run', roles: new Set(allRoles) }
}

/**
 * Returns null if there are no arguments, and undefined if the arguments are not a valid port option. 0 selects a
 * free port.
 */
function parseMcpPort(args: readonly string[]): number | null | undefined {
  if (args.length === 0) return null
  const port = Number(/^--port[= ](\d{1,5})$/.exec(args.join(' '))?.[1])
  return port <= 65_535 ? port : undefined
}
