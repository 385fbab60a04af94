// A log with dead letters, and the command `dead-letters` on it, through the endpoint of the normalizer's process.
import { afterEach, beforeEach } from '@jest/globals'
import type {
  FeedProgress,
  RawBook,
  RawMarket,
  RawTrade,
  TopicValues,
} from '../../../schemas/generated/events.ts'
import type { EventLog } from '../../../services/lib/log/port.ts'
import { createDeadLetterGuard } from '../../../services/lib/run/dead-letters.ts'
import type { Transform } from '../../../services/lib/run/stage.ts'
import { createTally } from '../../../services/lib/run/tally.ts'
import {
  createDeadLettersCommand,
  type DeadLetterResult,
  type ResolveDeadLettersRequest,
} from '../../../services/ops/dead-letters/admin.ts'
import {
  runDeadLetters,
  type DeadLettersRequest,
} from '../../../services/ops/dead-letters/commands.ts'
import type { Topic } from '../../../services/topology.ts'
import { aBook, aMarket, aTrade } from '../../projector/records.ts'
import { openOpsLog, topicPrefix, type OpsLog } from '../ops-log.ts'

export let ops: OpsLog<EventLog>
/** Bodies that the normalizer of the test cannot map. */
export let broken: Set<string>

/** Opens a log for each test of a file. */
export function openLogForEachTest(open: () => Promise<OpsLog<EventLog>> = openOpsLog): void {
  beforeEach(async () => {
    ops = await open()
    broken = new Set()
  })
  afterEach(() => ops.remove())
}

export const marketId = 'pb_MARKET'
export const partition = 3

const raw = {
  platform: 'platform_b',
  market_id: marketId,
  url: 'https://platform.test/',
  received_at_ms: 1_795_000_000_000,
} as const
export const rawTrade = (body: string): RawTrade => ({
  ...raw,
  body,
  repeat: 0,
  tokens: [],
  outcomes: [],
  awaits_market: false,
  progress: null,
})
export const progressUntil = (complete_until_ms: number): RawTrade => ({
  ...rawTrade(''),
  body: null,
  progress: { ...feed, complete_until_ms },
})
export const feed: FeedProgress = {
  feed: 'feed-1',
  platform: 'platform_b',
  market_id: marketId,
  complete_from_ms: 0,
  complete_until_ms: 0,
  gaps: [],
  received_at_ms: raw.received_at_ms,
}
export const rawBook = (body: string): RawBook => ({
  ...raw,
  outcome_index: 0,
  body,
  depth: 0,
  from_stream: false,
  clock_difference_ms: 0,
})
export const rawMarket = (body: string): RawMarket => ({
  platform: raw.platform,
  kind: 'market',
  native_id: 'MARKET',
  url: raw.url,
  received_at_ms: raw.received_at_ms,
  body,
  event_body: null,
})

/** The body becomes the id of the trade, the question of the market, or the platform's time of the book. */
const normalize: Transform<'normalizer'> = ({ topic, partition: at, offset, key, value }) => {
  const body = 'body' in value ? (value.body ?? '') : ''
  if (broken.has(body)) return { deadLetter: 'not_json', detail: body }
  if (body === 'placeholder') return { drop: 'placeholder' }
  const origin = { topic, partition: at, offset }
  if (topic === 'raw.markets') {
    const market = aMarket({ id: marketId, question: body, origin })
    return { emit: [{ topic: 'markets', key: marketId, value: market }] }
  }
  if (topic === 'raw.books') {
    const book = aBook({ market_id: marketId, timestamp_ms: Number(body), origin })
    return { emit: [{ topic: 'books', key: marketId, value: book, partition: at }] }
  }
  if (topic !== 'raw.trades') return { emit: [] }
  const trade = value.progress ? null : aTrade({ id: body, market_id: marketId, origin })
  const output = { trade, progress: value.progress }
  return { emit: [{ topic: 'trades', key: key ?? '', value: output, partition: at }] }
}

/** Appends raw records, and returns the place of the first. */
export async function append<T extends Topic>(
  topic: T,
  ...values: TopicValues[T][]
): Promise<string> {
  const high = (await ops.log.ranges(topicPrefix + topic))[partition]?.high ?? 0
  await ops.append(
    topic,
    partition,
    values.map((value) => ({ key: marketId, value })),
  )
  return `${topic}/${partition}/${high}`
}

/** Dead-letters the record at the place, as the stage does. */
export async function reject(
  place: string,
  reason = 'not_json',
  stage = 'normalizer',
): Promise<string> {
  const [topic = '', at = '', offset = ''] = place.split('/')
  const guard = createDeadLetterGuard({
    role: stage,
    codec: ops.codec,
    topicPrefix,
    now: () => ops.nowMs,
  })
  const writer = await ops.log.openWriter('stage')
  for await (const record of ops.log.read({
    topic: topicPrefix + topic,
    partition: Number(at),
    from: Number(offset),
    until: Number(offset) + 1,
  }))
    await writer.append([guard.reject(record, reason, 'because', createTally())])
  await writer.close()
  return place
}

export const rejected = async <T extends Topic>(topic: T, value: TopicValues[T]): Promise<string> =>
  reject(await append(topic, value))

export const commandOf = (log: EventLog = ops.log) =>
  createDeadLettersCommand({ log, codec: ops.codec, topicPrefix, now: () => ops.nowMs, normalize })

type AskToResolve = (request: ResolveDeadLettersRequest) => Promise<readonly DeadLetterResult[]>

export async function run(
  request: DeadLettersRequest,
  ask: AskToResolve = async (body) =>
    ((await commandOf()(body)).body as { results: readonly DeadLetterResult[] }).results,
): Promise<{ readonly lines: readonly string[]; readonly exitCode: number }> {
  const lines: string[] = []
  const running = runDeadLetters(request, {
    log: ops.log,
    decoder: ops.codec,
    topicPrefix,
    now: () => ops.nowMs,
    user: 'ada',
    show: (line) => lines.push(line),
    showProgress: () => undefined,
    ask,
  })
  const exitCode = await running.then(
    () => 0,
    (error: { exitCode: number }) => error.exitCode,
  )
  return { lines, exitCode }
}

export const change = (action: 'retry' | 'drop', places: readonly string[], dryRun = false) =>
  ({
    action,
    selection: { places },
    by: null,
    why: 'mapping corrected',
    dryRun,
    json: true,
  }) as const

export async function resultsOf(
  ...args: Parameters<typeof change>
): Promise<readonly DeadLetterResult[]> {
  const { lines } = await run(change(...args))
  return lines.map((line) => JSON.parse(line) as DeadLetterResult)
}

export const filter = { stage: null, topic: null, reason: null, sinceMs: null }
type List = {
  readonly total: number
  readonly counts: readonly object[]
  readonly dead_letters: readonly { readonly place: string; readonly resolution: object | null }[]
  readonly undecodable: { readonly records: number; readonly reason: string }
}
export async function listed(changes: Partial<typeof filter | object> = {}, withResolved = false) {
  const { lines } = await run({
    action: 'list',
    filter: { ...filter, ...changes },
    withResolved,
    json: true,
  })
  return JSON.parse(lines[0] ?? '') as List
}
export const openPlaces = async (): Promise<readonly string[]> =>
  (await listed()).dead_letters.map(({ place }) => place)

export async function valuesOf<T extends Topic>(topic: T): Promise<readonly TopicValues[T][]> {
  const values: TopicValues[T][] = []
  for (const range of await ops.log.ranges(topicPrefix + topic))
    for await (const { value } of ops.log.read({ ...range, from: range.low }))
      values.push(ops.codec.decode(topic, value))
  return values
}
export const tradeIds = async () => (await valuesOf('trades')).map(({ trade }) => trade?.id)
export const questions = async () => (await valuesOf('markets')).map(({ question }) => question)
export const bookTimes = async () =>
  (await valuesOf('books')).map(({ timestamp_ms }) => timestamp_ms)
export const watermarks = async () =>
  (await valuesOf('trades')).map(({ progress }) => progress?.complete_until_ms)
