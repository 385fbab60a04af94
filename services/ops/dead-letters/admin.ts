// The endpoint of the admin port that retries or drops dead letters, and its client. The process with
// the role normalizer serves it.
import pLimit from 'p-limit'
import type { TopicValues } from '../../../schemas/generated/events.ts'
import { WriterFenced, type NewRecord, type Writer } from '../../lib/log/port.ts'
import type { Topic } from '../../topology.ts'
import { askAdmin, type AdminCommand } from '../ask-admin.ts'
import { readDeadLetters } from './letters.ts'
import {
  dropDeadLetter,
  retryDeadLetter,
  type ResolveDeadLettersOptions,
  type RetryStatus,
} from './resolve.ts'

export const deadLettersPath = '/dead-letters'

export interface ResolveDeadLettersRequest {
  readonly action: 'retry' | 'drop'
  /** A place that is contained twice is resolved once. */
  readonly places: readonly string[]
  readonly by: string
  readonly why: string
  /** If true, nothing is written, and the results contain the records that a retry would emit. */
  readonly dry_run: boolean
}

/**
 * `closed`: an operator had resolved the dead letter before; `detail` says when, how and by whom. `unknown`: there is
 * no dead letter of a record at this `place` (topic/partition/offset).
 */
export interface DeadLetterResult {
  readonly place: string
  readonly result: RetryStatus | 'dropped' | 'closed' | 'unknown'
  readonly detail: string
  /** The decoded records that a retry emits; empty unless it is a dry run. */
  readonly emitted: readonly {
    readonly topic: string
    readonly key: string | null
    readonly value: unknown
  }[]
}

/**
 * After this time the endpoint answers with the results so far, at least one. The client then sends another request for
 * the remaining dead letters.
 */
const answerWithinMs = 20_000

/**
 * The process executes one request at a time. If another process gets a request meanwhile, it fences the writer of this
 * process, and the request here ends with status 409.
 */
export function createDeadLettersCommand(parts: ResolveDeadLettersOptions): AdminCommand {
  const oneAtATime = pLimit(1)
  return (body) =>
    oneAtATime(async () => {
      if (!isResolveDeadLettersRequest(body))
        return {
          status: 422,
          body: {
            detail: 'send {"action": "retry" or "drop", "places": [...], "by", "why", "dry_run"}',
          },
        }
      const writer = body.dry_run ? null : await parts.log.openWriter('dead-letters')
      try {
        return { status: 200, body: { results: await resolveDeadLetters(body, parts, writer) } }
      } catch (error) {
        if (!(error instanceof WriterFenced)) throw error
        const detail =
          'another process resolves dead letters; run the command again when it is done'
        return { status: 409, body: { detail } }
      } finally {
        await writer?.close()
      }
    })
}

function isResolveDeadLettersRequest(body: unknown): body is ResolveDeadLettersRequest {
  const { action, places, by, why, dry_run } = (body ?? {}) as Record<string, unknown>
  return (
    (action === 'retry' || action === 'drop') &&
    Array.isArray(places) &&
    places.every((place) => typeof place === 'string') &&
    typeof by === 'string' &&
    typeof why === 'string' &&
    typeof dry_run === 'boolean'
  )
}

async function resolveDeadLetters(
  request: ResolveDeadLettersRequest,
  parts: ResolveDeadLettersOptions,
  writer: Writer | null,
): Promise<readonly DeadLetterResult[]> {
  const endMs = parts.now() + answerWithinMs
  // the dead letters are read after the writer was opened, so they include the resolutions of another process
  const { byPlace } = await readDeadLetters({ ...parts, decoder: parts.codec })
  const results: DeadLetterResult[] = []
  for (const place of new Set(request.places)) {
    if (results.length > 0 && parts.now() > endMs) break
    const letter = byPlace.get(place)
    const none = { place, emitted: [] }
    if (letter === undefined) results.push({ ...none, result: 'unknown', detail: '' })
    else if (letter.resolution) {
      const { result, by, resolved_at_ms } = letter.resolution
      const detail = `${result} by ${by} at ${new Date(resolved_at_ms).toISOString()}`
      results.push({ ...none, result: 'closed', detail })
    } else if (request.action === 'drop') {
      if (writer) await dropDeadLetter(letter, request, parts, writer)
      results.push({ ...none, result: 'dropped', detail: '' })
    } else {
      const { status, detail, emitted } = await retryDeadLetter(letter, request, parts, writer)
      const shown = writer ? [] : emitted.map((record) => decodeEmittedRecord(record, parts))
      results.push({ place, result: status, detail, emitted: shown })
    }
  }
  return results
}

function decodeEmittedRecord(
  { topic: name, key, value }: NewRecord,
  { codec, topicPrefix }: ResolveDeadLettersOptions,
): DeadLetterResult['emitted'][number] {
  const topic = name.slice(topicPrefix.length) as Topic
  return { topic, key, value: codec.decode(topic, value) satisfies TopicValues[Topic] }
}

/** Rejects with a message for the operator if no normalizer runs. */
export async function askToResolve(
  adminUrl: string,
  request: ResolveDeadLettersRequest,
): Promise<readonly DeadLetterResult[]> {
  const { results } = await askAdmin<{ readonly results: readonly DeadLetterResult[] }>(
    adminUrl,
    deadLettersPath,
    request,
    'results',
  )
  return results
}
