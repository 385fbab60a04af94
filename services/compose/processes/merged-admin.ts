// Answers requests to the admin port of the service when its roles run in several processes: asks the admin port of
// each process and merges the answers.
import { deadLettersPath } from '../../ops/dead-letters/admin.ts'
import { explainMatchPath } from '../../ops/explain-match.ts'
import { factRowsPath } from '../../ops/fact-rows.ts'
import { rebuildPath } from '../../ops/rebuild/admin.ts'
import { replayPath } from '../../ops/replay-range/admin.ts'
import { revokeDeveloperPath } from '../../ops/revoke-developer.ts'
import { tableSizesPath } from '../../ops/status/tables.ts'
import { rowHashesPath } from '../../ops/verify/admin.ts'
import type { AdminCommand, AdminOptions } from '../../lib/telemetry/admin.ts'
import type { Role } from '../../topology.ts'
import { mergeMetrics } from './merge-metrics.ts'
import type { RoleProcess } from './child.ts'

type MergedAdmin = Pick<AdminOptions, 'readMetrics' | 'readReadiness' | 'commands'>

const readTimeoutMs = 5_000
const commandTimeoutMs = 60_000

const roleOfCommand: Readonly<Record<string, Role>> = {
  [deadLettersPath]: 'normalizer',
  [explainMatchPath]: 'matcher',
  [factRowsPath]: 'api',
  [rebuildPath]: 'projector',
  [replayPath]: 'normalizer',
  [revokeDeveloperPath]: 'api',
  [rowHashesPath]: 'projector',
  [tableSizesPath]: 'projector',
}

/** `parentAdmin`: the metrics and commands of the parent process, which is the process that the operator started. */
export function createMergedAdmin(
  processes: readonly RoleProcess[],
  parentAdmin: Pick<AdminOptions, 'readMetrics' | 'commands'>,
): MergedAdmin {
  return {
    async readMetrics() {
      const texts = await Promise.all([
        parentAdmin.readMetrics().then((text) => ['supervisor', text] as const),
        ...processes.map(async (one) => {
          const answer = await requestAdminPort(one, '/metrics', readTimeoutMs)
          return [nameOf(one), answer?.status === 200 ? answer.text : ''] as const
        }),
      ])
      return mergeMetrics(texts)
    },

    async readReadiness() {
      const parts: Record<string, string | null> = {}
      // Answers do not depend on a process that has not been started yet.
      const opened = processes.filter((one) => one.hasOpened())
      const found = await Promise.all(opened.map(readReadinessOf))
      for (const [part, problem] of found.flatMap(Object.entries)) parts[part] ??= problem
      return parts
    },

    commands: {
      ...parentAdmin.commands,
      ...Object.fromEntries(
        Object.entries(roleOfCommand).map(([path, role]) => [
          path,
          createCommandForwarder(
            path,
            processes.find(({ roles }) => roles.includes(role)),
          ),
        ]),
      ),
    },
  }
}

const nameOf = ({ roles }: RoleProcess): string => roles.join(' ')

interface Answer {
  readonly status: number
  readonly text: string
}

/**
 * Sends a request to the admin port of a process. Returns null if the process does not answer, or ends in the middle
 * of its answer.
 */
async function requestAdminPort(
  child: RoleProcess,
  path: string,
  timeoutMs: number,
  init: RequestInit = {},
): Promise<Answer | null> {
  const addresses = child.addresses()
  if (addresses === null) return null
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const response = await fetch(addresses.adminUrl + path, { ...init, signal })
    return { status: response.status, text: await response.text() }
  } catch {
    return null
  }
}

async function readReadinessOf(child: RoleProcess): Promise<Record<string, string | null>> {
  const answer = await requestAdminPort(child, '/health/ready', readTimeoutMs)
  if (answer === null) return { [nameOf(child)]: 'the process does not answer' }
  const { parts, detail } = JSON.parse(answer.text) as {
    readonly parts?: Readonly<Record<string, string>>
    readonly detail?: string
  }
  if (!parts) return { [nameOf(child)]: `the process answers ${answer.status}: ${detail}` }
  return Object.fromEntries(
    Object.entries(parts).map(([part, state]) => [part, state === 'ok' ? null : state]),
  )
}

function createCommandForwarder(path: string, child: RoleProcess | undefined): AdminCommand {
  return async (body) => {
    const answer =
      child &&
      (await requestAdminPort(child, path, commandTimeoutMs, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }))
    if (!answer) return { status: 503, body: { detail: 'the process does not answer; try again' } }
    return { status: answer.status, body: JSON.parse(answer.text) }
  }
}
