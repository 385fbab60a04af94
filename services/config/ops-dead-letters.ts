// Parses the arguments of `ops dead-letters`, and has its help. Used by ops-command.ts.
import type { DeadLettersRequest } from '../ops/dead-letters/commands.ts'
import { isDeadLetterPlace, placeForm, type DeadLetterFilter } from '../ops/dead-letters/select.ts'
import { stagesReading, topics } from '../topology.ts'
import { commonOptions, parseArguments, parseTimeOption } from './ops-arguments.ts'

const actions = ['list', 'show', 'retry', 'drop'] as const
type Action = (typeof actions)[number]

export const deadLettersHelp = [
  'dead-letters list | show <place> | retry <place ...> | drop <place ...> --why <text> [--dry-run] [--json]',
  'Works through the records that a stage could not process. A place names one: topic/partition/offset.',
  '  list    counts by reason and the newest 100; --resolved includes those that were retried or dropped',
  '  show    the reason, the original record decoded, and its bytes in base64',
  '  retry   processes the original record with the present code, in the running service (role normalizer)',
  '  drop    gives the record up; --why is recorded, with --by (default: your user name)',
  'Instead of places, list, retry and drop take filters; --all means every open dead letter:',
  '  --stage <stage>  --topic <topic>  --reason <reason>  --since <time of the failure>',
  '  --dry-run  says what retry or drop would do, and changes nothing',
  'Examples:',
  '  ops dead-letters list --since 2026-11-25',
  '  ops dead-letters show raw.trades/3/1200',
  '  ops dead-letters retry --topic raw.trades --reason bad_price --dry-run',
  '  ops dead-letters drop raw.trades/3/1200 --why "test record of the platform"',
] as const

const [usage] = deadLettersHelp
const filterOptions = {
  stage: { type: 'string' },
  topic: { type: 'string' },
  reason: { type: 'string' },
  since: { type: 'string' },
} as const
const changeOptions = {
  ...commonOptions,
  ...filterOptions,
  all: { type: 'boolean' },
  by: { type: 'string' },
  why: { type: 'string' },
  'dry-run': { type: 'boolean' },
} as const

const topicNames: readonly string[] = Object.keys(topics)
/** The stages that write dead letters. */
const stageNames: readonly string[] = [...new Set(topicNames.flatMap(stagesReading))]

const maxPlaces = 1_000
const maxTextLength = 500

/**
 * Returns null for `--help`. For invalid arguments it returns null too, and adds the errors to
 * `problems`.
 */
export function parseDeadLettersCommand(
  args: readonly string[],
  problems: string[],
): DeadLettersRequest | null {
  const [name, ...rest] = args
  const action = actions.find((candidate) => candidate === name)
  if (action === undefined) {
    const isHelp = args.length === 0 || name === '--help'
    if (!isHelp) problems.push(`ops dead-letters ${name}: must be one of ${actions.join(', ')}`)
    return null
  }
  if (action === 'list') return parseListCommand(rest, problems)
  if (action === 'show') return parseShowCommand(rest, problems)
  return parseRetryOrDropCommand(action, rest, problems)
}

const syntaxOf = (action: Action, min: number, max: number) => ({
  command: `dead-letters ${action}`,
  usage,
  positionals: { min, max },
})

function parseListCommand(args: readonly string[], problems: string[]): DeadLettersRequest | null {
  const options = { ...commonOptions, ...filterOptions, resolved: { type: 'boolean' } } as const
  const parsed = parseArguments(syntaxOf('list', 0, 0), options, args, problems)
  if (parsed === null) return null
  const { json = false, resolved = false } = parsed.values
  return {
    action: 'list',
    json,
    withResolved: resolved,
    filter: toDeadLetterFilter(parsed.values, problems),
  }
}

function parseShowCommand(args: readonly string[], problems: string[]): DeadLettersRequest | null {
  const parsed = parseArguments(syntaxOf('show', 1, 1), commonOptions, args, problems)
  if (parsed === null) return null
  const [place = ''] = parsed.positionals
  checkDeadLetterPlaces([place], problems)
  return { action: 'show', json: parsed.values.json ?? false, place }
}

function parseRetryOrDropCommand(
  action: 'retry' | 'drop',
  args: readonly string[],
  problems: string[],
): DeadLettersRequest | null {
  const parsed = parseArguments(syntaxOf(action, 0, maxPlaces), changeOptions, args, problems)
  if (parsed === null) return null
  const { values, positionals: places } = parsed
  const { json = false, all = false, by = null, why = '', 'dry-run': dryRun = false } = values
  checkDeadLetterPlaces(places, problems)
  const filter = toDeadLetterFilter(values, problems)
  const ways = [places.length > 0, Object.values(filter).some((one) => one !== null), all]
  if (ways.filter(Boolean).length !== 1)
    problems.push(`ops dead-letters ${action}: give places, or filters, or --all: ops ${usage}`)
  if (action === 'drop' && why.trim() === '')
    problems.push('ops dead-letters drop: give --why <text>, which is recorded')
  if ([why, by ?? ''].some((text) => text.length > maxTextLength))
    problems.push(`--why and --by have at most ${maxTextLength} characters`)
  const selection = places.length > 0 ? { places } : { filter }
  return { action, json, selection, by, why, dryRun }
}

function checkDeadLetterPlaces(places: readonly string[], problems: string[]): void {
  for (const place of places)
    if (!isDeadLetterPlace(place)) problems.push(`ops dead-letters: ${place}: must be ${placeForm}`)
}

function toDeadLetterFilter(
  values: { readonly [Name in keyof typeof filterOptions]?: string | undefined },
  problems: string[],
): DeadLetterFilter {
  const { stage = null, topic = null, reason = null, since } = values
  for (const [option, name, known] of [
    ['--stage', stage, stageNames],
    ['--topic', topic, topicNames],
  ] as const)
    if (name !== null && !known.includes(name))
      problems.push(`ops dead-letters: ${option} ${name}: must be one of ${known.join(', ')}`)
  return { stage, topic, reason, sinceMs: parseTimeOption('--since', since, problems) }
}
