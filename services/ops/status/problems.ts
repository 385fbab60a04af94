// Finds problems, and says what to do about them, for the verdict of `ops status`. The limits are those of the alerts
// in infra/prometheus/rules.yml, as far as an alert can be evaluated at one instant.
import { stagesReading } from '../../topology.ts'
import { formatCount, formatDuration } from '../format.ts'
import type { DiskFacts, ServiceFacts } from './service-facts.ts'
import type { StatusFacts } from './status.ts'

export interface Problem {
  readonly problem: string
  readonly action: string
}

const maxLagMs = 60_000
const maxWatermarkAgeMs = 60_000
/** As in the alert ClockWrong. */
const maxClockDifferenceMs = 30_000
const minFreeShare = 0.1
const minDiskForecastMs = 3 * 86_400_000

/** Returns the problems, the most serious one first. If there are none, the service is healthy. */
export function findProblems(facts: StatusFacts): readonly Problem[] {
  return [
    ...serviceProblems(facts),
    ...diskProblems(facts.service?.disk ?? null),
    ...(facts.service?.held_back ?? []).map(heldBackProblem),
    ...clockProblems(facts.service?.platforms ?? []),
    ...platformProblems(facts),
    ...stageProblems(facts),
    ...auditProblems(facts),
    ...deadLetterProblems(facts),
  ]
}

function serviceProblems({ service, service_problem, log_problem }: StatusFacts): Problem[] {
  const problems: Problem[] = []
  if (service === null)
    problems.push({
      problem: service_problem ?? 'the service does not answer',
      action: 'start the service, or set ADMIN_PORT as it is set for the service',
    })
  for (const part of service?.stopped ?? [])
    problems.push({
      problem: `the part ${part} has stopped permanently`,
      action: 'read the last lines of the log of the process, and start it again',
    })
  for (const [part, problem] of Object.entries(service?.parts ?? {}))
    if (problem !== null)
      problems.push({
        problem: `not ready: ${part}: ${problem}`,
        action: 'see NotReady in docs/operating.md; after a start, wait',
      })
  if (log_problem !== null)
    problems.push({
      problem: `the log cannot be read: ${log_problem}`,
      action: 'check LOG_URL, DATA_DIR and TOPIC_PREFIX, or start the brokers',
    })
  return problems
}

export function diskProblems(disk: DiskFacts | null): Problem[] {
  if (disk === null) return []
  const { free_bytes, total_bytes, full_in_ms } = disk
  const action = 'free disk space, enlarge the disk, or lower BOOKS_PER_DAY'
  if (free_bytes < minFreeShare * total_bytes) {
    const percent = Math.round((100 * free_bytes) / total_bytes)
    return [{ problem: `only ${percent}% of the disk is free`, action }]
  }
  if (full_in_ms !== null && full_in_ms < minDiskForecastMs)
    return [{ problem: `the disk will be full in ${formatDuration(full_in_ms)}`, action }]
  return []
}

export function heldBackProblem({ topic, records }: ServiceFacts['held_back'][number]): Problem {
  const readers = stagesReading(topic).join(' or the ')
  return {
    problem: `retention keeps ${formatCount(records)} records of ${topic} beyond the limits, because the ${readers} has not read them`,
    action: `see StageBehind in docs/operating.md, or skip the records with: npm start forget ${topic}`,
  }
}

/** A wrong clock also makes watermarks seem older or newer than they are. */
function clockProblems(platforms: ServiceFacts['platforms']): Problem[] {
  return platforms.flatMap(({ platform, clock_difference_ms: ms }) =>
    ms === null || Math.abs(ms) <= maxClockDifferenceMs
      ? []
      : [
          {
            problem: `the clock of this machine is ${formatDuration(Math.abs(ms))} ${ms > 0 ? 'behind' : 'ahead of'} that of ${platform}`,
            action: 'see A wrong clock in docs/operating.md',
          },
        ],
  )
}

function platformProblems({ service, taken_at_ms }: StatusFacts): Problem[] {
  return (service?.platforms ?? []).flatMap(({ platform, polls_tape, complete_until_ms }) => {
    const ageMs = complete_until_ms === null ? null : taken_at_ms - complete_until_ms
    if (ageMs === null ? !polls_tape : ageMs <= maxWatermarkAgeMs) return []
    const problem =
      ageMs === null
        ? `the trades of ${platform} have no watermark yet`
        : `the trades of ${platform} are complete only until ${formatDuration(ageMs)} ago`
    return [
      {
        problem,
        action:
          'look at its errors below and at Requests to the platforms in docs/operating.md, unless another poller has taken the platform over',
      },
    ]
  })
}

/** Returns at most one problem for each role: the topic on which the role is furthest behind. */
function stageProblems({ log }: StatusFacts): Problem[] {
  const worst = new Map<string, { readonly topic: string; readonly lag_ms: number }>()
  for (const one of log?.stages ?? [])
    if (one.lag_ms > Math.max(maxLagMs, worst.get(one.role)?.lag_ms ?? 0)) worst.set(one.role, one)
  return [...worst].map(([role, { topic, lag_ms }]) => ({
    problem: `the ${role} is ${formatDuration(lag_ms)} behind on ${topic}`,
    action: `look for warnings in the log of the ${role}, and see StageBehind in docs/operating.md`,
  }))
}

function auditProblems({ tables }: StatusFacts): Problem[] {
  return (tables?.audits ?? [])
    .filter(({ status, persisting }) => status === 'missing' && persisting > 0)
    .map(({ platform, persisting }) => ({
      problem: `trades of ${persisting} markets of ${platform} have been missing for more than 30 min`,
      action: 'see TradesMissing in docs/operating.md',
    }))
}

function deadLetterProblems({ log }: StatusFacts): Problem[] {
  const { open = 0, undecodable = 0 } = log?.dead_letters ?? {}
  const problems: Problem[] = []
  if (open > 0)
    problems.push({
      problem: `${open} open dead letters`,
      action: 'ops dead-letters list shows them; retry or drop them',
    })
  if (undecodable > 0)
    problems.push({
      problem: `${undecodable} records of the topic dead-letters cannot be decoded`,
      action: 'check that DATA_DIR/schemas or the schema registry belongs to this log',
    })
  return problems
}
