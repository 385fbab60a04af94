// Parses the arguments of `ops rebuild`, and has its help. Used by ops-command.ts.
import type { RebuildRequest } from '../ops/rebuild/commands.ts'
import { commonOptions, parseArguments } from './ops-arguments.ts'

export const rebuildHelp = [
  'rebuild [--abandon | --discard] [--dry-run] [--json]',
  'Fills new tables from the log while the service answers from the old ones, compares both, and exchanges them.',
  'The service does the work, in the process with the role projector at this ADMIN_PORT, and goes on if this command',
  'is interrupted. After a crash of the service, the command continues where the rebuild was.',
  '  --abandon  ends a rebuild that is not complete, and removes the new tables',
  '  --discard  removes the old tables, which are kept after a rebuild',
  '  --dry-run  changes nothing; says what would be read and how much space is needed, or with --abandon or',
  '             --discard, which tables would be removed, and their size',
  '  --json     one JSON object',
  'Examples:',
  '  ops rebuild --dry-run',
  '  ops rebuild',
  '  ops rebuild --discard --dry-run',
  '  ops rebuild --discard',
] as const

const options = {
  ...commonOptions,
  'dry-run': { type: 'boolean' },
  abandon: { type: 'boolean' },
  discard: { type: 'boolean' },
} as const

const form = { command: 'rebuild', usage: rebuildHelp[0], positionals: { min: 0, max: 0 } }

/** Returns null for `--help`, or if the arguments do not form a request. Adds every error to `problems`. */
export function parseRebuildCommand(
  args: readonly string[],
  problems: string[],
): RebuildRequest | null {
  const parsed = parseArguments(form, options, args, problems)
  if (parsed === null) return null
  const {
    json = false,
    abandon = false,
    discard = false,
    'dry-run': isPlan = false,
  } = parsed.values
  if (abandon && discard) {
    problems.push('ops rebuild: takes only one of --abandon and --discard')
    return null
  }
  return { action: toAction({ abandon, discard, isPlan }), json }
}

function toAction({
  abandon,
  discard,
  isPlan,
}: Readonly<Record<'abandon' | 'discard' | 'isPlan', boolean>>): RebuildRequest['action'] {
  if (abandon) return isPlan ? 'planAbandon' : 'abandon'
  if (discard) return isPlan ? 'planDiscard' : 'discard'
  return isPlan ? 'plan' : 'start'
}
