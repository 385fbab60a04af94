// The operator commands `dead-letters list`, `show`, `retry` and `drop`. `list` and `show` read the log
// themselves; `retry` and `drop` ask the running service to do the work.
import type { Topic } from '../../topology.ts'
import { CommandFailure } from '../command-failure.ts'
import { createProgress, toCountText, type ProgressOptions } from '../progress.ts'
import { decodeOrExplain, toJson } from '../tail.ts'
import { toIsoTime } from '../tail-start.ts'
import type { DeadLetterResult, ResolveDeadLettersRequest } from './admin.ts'
import {
  readDeadLetters,
  readOriginalRecord,
  type DeadLetterSummary,
  type DeadLetterSource,
} from './letters.ts'
import {
  filterDeadLetters,
  findDeadLetter,
  selectPlaces,
  undecodableDeadLettersLine,
  type DeadLetterFilter,
  type DeadLetterSelection,
} from './select.ts'

export type DeadLettersRequest = { readonly json: boolean } & (
  | {
      readonly action: 'list'
      readonly filter: DeadLetterFilter
      /** Whether resolved dead letters are listed, too. */
      readonly withResolved: boolean
    }
  | { readonly action: 'show'; readonly place: string }
  | {
      readonly action: 'retry' | 'drop'
      readonly selection: DeadLetterSelection
      /** Name of the operator to store with the result; null: the user who runs the command. */
      readonly by: string | null
      readonly why: string
      readonly dryRun: boolean
    }
)

export interface DeadLettersOptions extends DeadLetterSource, ProgressOptions {
  readonly show: (line: string) => void
  /** The user who runs the command. */
  readonly user: string
  readonly ask: (request: ResolveDeadLettersRequest) => Promise<readonly DeadLetterResult[]>
}

export async function runDeadLetters(
  request: DeadLettersRequest,
  options: DeadLettersOptions,
): Promise<void> {
  if (request.action === 'list') return listDeadLetters(request, options)
  if (request.action === 'show') return showDeadLetter(request, options)
  return resolveDeadLetters(request, options)
}

/** Maximum number of dead letters that `list` prints, the newest ones. Its counts include all dead letters. */
const maxListed = 100

async function listDeadLetters(
  { filter, withResolved, json }: Extract<DeadLettersRequest, { action: 'list' }>,
  options: DeadLettersOptions,
): Promise<void> {
  const letters = await readDeadLetters(options)
  const found = filterDeadLetters(letters, filter).filter(
    ({ resolution }) => withResolved || resolution === null,
  )
  const listed = found.slice(-maxListed)
  const counts = countByReason(found)
  const { undecodable } = letters
  if (json)
    return options.show(
      toJson({
        dead_letters: listed.map(toJsonDeadLetter),
        total: found.length,
        counts,
        undecodable,
      }),
    )
  for (const { count, stage, topic, reason } of counts)
    options.show(`${String(count).padStart(7)}  ${stage}  ${topic}  ${reason}`)
  if (found.length > listed.length) options.show(`The newest ${listed.length}:`)
  for (const letter of listed) options.show(toDeadLetterLine(letter))
  if (found.length === 0) options.show('There are no such dead letters.')
  if (undecodable.records > 0) options.show(undecodableDeadLettersLine(letters))
}

interface ReasonCount {
  readonly stage: string
  readonly topic: string
  readonly reason: string
  count: number
}

/** The most frequent first. */
function countByReason(letters: readonly DeadLetterSummary[]): readonly ReasonCount[] {
  const counts = new Map<string, ReasonCount>()
  for (const { stage, topic, reason } of letters) {
    const name = `${stage} ${topic} ${reason}`
    const known = counts.get(name)
    if (known) known.count += 1
    else counts.set(name, { count: 1, stage, topic, reason })
  }
  return [...counts.values()].sort((a, b) => b.count - a.count)
}

function toJsonDeadLetter({
  storedAt: _storedAt,
  failed_at_ms,
  resolution,
  ...letter
}: DeadLetterSummary) {
  const { resolved_at_ms, ...rest } = resolution ?? { resolved_at_ms: 0 }
  return {
    ...letter,
    failed_at: toIsoTime(failed_at_ms),
    resolution: resolution && { ...rest, resolved_at: toIsoTime(resolved_at_ms) },
  }
}

function toDeadLetterLine({
  place,
  failed_at_ms,
  stage,
  reason,
  detail,
  resolution,
}: DeadLetterSummary): string {
  const closed = resolution ? ` [${toResolutionText(resolution)}]` : ''
  return `${toIsoTime(failed_at_ms)} ${place} ${stage} ${reason}: ${detail}${closed}`
}

function toResolutionText(resolution: NonNullable<DeadLetterSummary['resolution']>): string {
  const { result, by, why, resolved_at_ms } = resolution
  return `${result} by ${by} at ${toIsoTime(resolved_at_ms)}${why && `: ${why}`}`
}

async function showDeadLetter(
  { place, json }: Extract<DeadLettersRequest, { action: 'show' }>,
  options: DeadLettersOptions,
): Promise<void> {
  const letter = findDeadLetter(await readDeadLetters(options), place)
  const record = await readOriginalRecord(options, letter)
  const original = record && {
    key: record.key,
    value: decodeOrExplain(letter.topic as Topic, record, options.decoder),
    bytes: record.value,
  }
  if (json) return options.show(toJson({ ...toJsonDeadLetter(letter), original }))
  const { stage, reason, detail, failed_at_ms, resolution } = letter
  const lines = [
    ['dead letter', place],
    ['failed', `${toIsoTime(failed_at_ms)}, in the ${stage}`],
    ['reason', `${reason}: ${detail}`],
    ['state', resolution ? toResolutionText(resolution) : 'open'],
    ['key', original ? (original.key ?? '(none)') : '(unknown)'],
    [
      'value',
      original ? toJson(original.value) : 'gone: neither the dead letter nor the topic has it',
    ],
    ['bytes', original ? original.bytes.toString('base64') : '(none)'],
  ]
  for (const [name = '', text = ''] of lines) options.show(`${name.padEnd(12)} ${text}`)
}

/** Maximum number of dead letters in one request, so that the body stays below the size limit of the admin port. */
const placesPerRequest = 200

async function resolveDeadLetters(
  request: Extract<DeadLettersRequest, { action: 'retry' | 'drop' }>,
  options: DeadLettersOptions,
): Promise<void> {
  const { action, selection, by, why, dryRun, json } = request
  const places = selectPlaces(await readDeadLetters(options), selection)
  const counts = new Map<DeadLetterResult['result'], number>()
  const showDone = createProgress(options, 'dead letters', places.length, toCountText)
  let done = 0
  while (done < places.length) {
    const results = await options.ask({
      action,
      places: places.slice(done, done + placesPerRequest),
      by: by ?? options.user,
      why,
      dry_run: dryRun,
    })
    for (const one of results) {
      counts.set(one.result, (counts.get(one.result) ?? 0) + 1)
      options.show(json ? toJson({ ...one, dry_run: dryRun }) : toResultLine(one, dryRun))
    }
    done += results.length
    showDone(done)
  }
  if (!json) options.show(toSummaryLine(counts, dryRun))
  const open = (counts.get('failed') ?? 0) + (counts.get('gone') ?? 0)
  if (open > 0)
    throw new CommandFailure('incomplete', `${open} of ${places.length} dead letters stay open`)
}

function toResultLine(
  { place, result, detail, emitted }: DeadLetterResult,
  dryRun: boolean,
): string {
  const shown = emitted.map(({ topic, value }) => `\n  ${topic} ${toJson(value)}`).join('')
  return `${place} ${dryRun ? 'would be ' : ''}${resultTexts[result]}${detail && `: ${detail}`}${shown}`
}

const resultTexts: Readonly<Record<DeadLetterResult['result'], string>> = {
  emitted: 'emitted',
  superseded: 'superseded',
  left_out: 'left out',
  dropped: 'dropped',
  failed: 'left open, it fails again',
  gone: 'left open',
  closed: 'left as it is',
  unknown: 'left as it is, it is not a dead letter any more',
}

function toSummaryLine(counts: ReadonlyMap<string, number>, dryRun: boolean): string {
  if (counts.size === 0) return 'There are no such open dead letters.'
  const parts = [...counts].map(([result, count]) => `${count} ${result.replace('_', ' ')}`)
  return `${parts.join(', ')}.${dryRun ? ' Nothing was changed (--dry-run).' : ''}`
}
