// The endpoint of the admin port that appends the corrections of a replay, and its client. The process with the role
// normalizer serves it.
import pLimit from 'p-limit'
import { WriterFenced, type Writer } from '../../lib/log/port.ts'
import { isRunning } from '../../lib/run/running-process.ts'
import { askAdmin, type AdminCommand } from '../ask-admin.ts'
import {
  appendCorrections,
  type AppendOptions,
  type CorrectionResult,
  type Corrections,
} from './append.ts'
import { rawTopics } from './facts.ts'

export const replayPath = '/replay'

/**
 * Maximum number of records in one request. The service appends the records of a request at once and waits for the
 * disk, so larger requests are faster. A record takes up to 80 bytes of the body, for which the admin port has a limit
 * of 128 KB.
 */
export const maxCorrections = 1_000

/** `begin` and `end` surround the requests of one replay, and have no corrections. */
export interface ReplayStepRequest {
  readonly action: 'begin' | 'append' | 'end'
  /** Process id of the command. */
  readonly pid: number
  readonly corrections: Corrections | null
}

/** Only one replay runs at a time. A replay whose command has ended without sending `end` does not block others. */
export function createReplayCommand(parts: AppendOptions): AdminCommand {
  const oneAtATime = pLimit(1)
  let active: { readonly pid: number; readonly writer: Writer } | null = null

  async function end(): Promise<void> {
    const { writer } = active ?? {}
    active = null
    await writer?.close()
  }

  async function run({ action, pid, corrections }: ReplayStepRequest) {
    if (active !== null && active.pid !== pid) {
      if (isRunning(active.pid)) return toRefusal(`process ${active.pid} is replaying: wait for it`)
      await end()
    }
    if (action === 'end') await end()
    if (action === 'begin') {
      await end()
      active = { pid, writer: await parts.log.openWriter('replay') }
    }
    if (action !== 'append' || corrections === null) return toAnswer([])
    if (active === null) return toRefusal('another replay has begun meanwhile: run this one again')
    return toAnswer(await appendCorrections(corrections, parts, active.writer))
  }

  return (body) =>
    oneAtATime(async () => {
      if (!isReplayStepRequest(body))
        return {
          status: 422,
          body: { detail: 'send {"action": "begin", "append" or "end", "pid", "corrections"}' },
        }
      try {
        return await run(body)
      } catch (error) {
        if (!(error instanceof WriterFenced)) throw error
        await end()
        return toRefusal(
          'a replay has begun in another process: wait for it, and run this one again',
        )
      }
    })
}

const toAnswer = (corrections: readonly CorrectionResult[]) => ({
  status: 200,
  body: { corrections },
})

const toRefusal = (detail: string) => ({ status: 409, body: { detail } })

function isReplayStepRequest(body: unknown): body is ReplayStepRequest {
  const { action, pid, corrections } = (body ?? {}) as Record<string, unknown>
  return (
    ['begin', 'append', 'end'].includes(action as string) &&
    typeof pid === 'number' &&
    (action === 'append' ? isCorrections(corrections) : corrections === null)
  )
}

function isCorrections(value: unknown): value is Corrections {
  const { topic, partition, known_until, records } = (value ?? {}) as Record<string, unknown>
  return (
    (rawTopics as readonly unknown[]).includes(topic) &&
    [partition, known_until].every(isCount) &&
    Array.isArray(records) &&
    records.length <= maxCorrections &&
    records.every(isCorrection)
  )
}

function isCorrection(value: unknown, index: number, all: readonly unknown[]): boolean {
  const { offset, newest, digest } = (value ?? {}) as Record<string, unknown>
  const { offset: previous } = (all[index - 1] ?? { offset: -1 }) as { offset: number }
  return (
    isCount(offset) &&
    offset > previous &&
    (newest === null || isCount(newest)) &&
    typeof digest === 'string'
  )
}

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0

/** Rejects with a message for the operator: if no normalizer runs, or if another replay runs. */
export async function askToReplay(
  adminUrl: string,
  request: ReplayStepRequest,
): Promise<readonly CorrectionResult[]> {
  const { corrections } = await askAdmin<{ readonly corrections: readonly CorrectionResult[] }>(
    adminUrl,
    replayPath,
    request,
    'corrections',
  )
  return corrections
}
