// Parses the arguments of `ops replay`, and has its help. Used by ops-command.ts.
import { rawTopics } from '../ops/replay-range/facts.ts'
import type { ReplayRangeRequest } from '../ops/replay-range/replay-range.ts'
import { isPlatformName, parseId, platformNames, toId } from '../platforms/identity.ts'
import { commonOptions, parseArguments, parseTimeOption } from './ops-arguments.ts'

const exampleId = toId(platformNames[0], '0x…')

export const replayHelp = [
  'replay --from <time> [--to <time>] [--platform <name>] [--market <id>] [--topic <raw topic>] [--dry-run] [--json]',
  'Maps raw records again with the present code, and appends the facts that differ from those in the unified topics',
  'as corrections. Nothing is appended for equal facts. The service must run meanwhile, with the present code.',
  '  --from      raw records that were received at or after this time: ISO with its zone, a day in UTC, Unix seconds',
  '  --to        and before this time; by default until now',
  `  --platform  only this platform: ${platformNames.join(' or ')}`,
  '  --market    only this market',
  `  --topic     only this topic: ${rawTopics.join(', ')}`,
  '  --dry-run   prints each difference field by field, and appends nothing; the service may be stopped',
  '  --json      one JSON object per line; the last one has the counts',
  'To replay a whole stage, stop it, run one of these commands, and start the stage again:',
  '  npm start replay normalizer   maps all raw records again, and appends every fact, changed or not',
  '  npm start replay projector    truncates the tables; they are rebuilt from the unified topics',
  'Examples:',
  '  ops replay --from 2026-11-25T21:00:00Z --topic raw.trades --dry-run',
  `  ops replay --from 2026-11-25T21:00:00Z --to 2026-11-26T08:30:00Z --platform ${platformNames[0]}`,
  `  ops replay --from 2026-11-25 --market ${exampleId} --json`,
] as const

const options = {
  ...commonOptions,
  from: { type: 'string' },
  to: { type: 'string' },
  platform: { type: 'string' },
  market: { type: 'string' },
  topic: { type: 'string' },
  'dry-run': { type: 'boolean' },
} as const

const form = { command: 'replay', usage: replayHelp[0], positionals: { min: 0, max: 1 } }

/** Returns null for `--help`, or if the arguments do not form a request. Adds every error to `problems`. */
export function parseReplayCommand(
  args: readonly string[],
  problems: string[],
): ReplayRangeRequest | null {
  const parsed = parseArguments(form, options, args, problems)
  if (parsed === null) return null
  const { from, to, platform = null, market = null, topic: topicName } = parsed.values
  const { json = false, 'dry-run': dryRun = false } = parsed.values
  const [stage] = parsed.positionals
  if (stage !== undefined)
    problems.push(
      `ops replay: ${stage}: a range has no stage. To replay a whole stage, stop it and run: npm start replay normalizer | npm start replay projector`,
    )
  else if (from === undefined) problems.push(`ops replay: --from is missing: ops ${replayHelp[0]}`)
  const fromMs = parseTimeOption('ops replay: --from', from, problems)
  const toMs = parseTimeOption('ops replay: --to', to, problems)
  if (fromMs !== null && toMs !== null && fromMs >= toMs)
    problems.push(`ops replay: --from ${from} is not before --to ${to}`)
  if (platform !== null && !isPlatformName(platform))
    problems.push(`ops replay: --platform ${platform}: must be one of ${platformNames.join(', ')}`)
  const marketPlatform = market === null ? null : (parseId(market)?.platform ?? '')
  if (marketPlatform === '')
    problems.push(`ops replay: --market ${market}: is not the id of a market, such as ${exampleId}`)
  else if (marketPlatform !== null && platform !== null && marketPlatform !== platform)
    problems.push(`ops replay: --market ${market} is not a market of ${platform}`)
  const topic = rawTopics.find((one) => one === topicName) ?? null
  if (topicName !== undefined && topic === null)
    problems.push(`ops replay: --topic ${topicName}: must be one of ${rawTopics.join(', ')}`)
  return fromMs === null ? null : { fromMs, toMs, platform, marketId: market, topic, dryRun, json }
}
