// A log with raw records that a mapping of the test has processed, and the command `replay --from` on it, through the
// endpoint of the normalizer's process. The variables are those of the test that runs.
import { afterAll, beforeAll, beforeEach, expect } from '@jest/globals'
import type {
  RawBook,
  RawMarket,
  RawTrade,
  TopicValues,
} from '../../../schemas/generated/events.ts'
import { partitionOf } from '../../../services/lib/log/partitioner.ts'
import type { EventLog, LogRecord } from '../../../services/lib/log/port.ts'
import { runTransform, type Transform } from '../../../services/lib/run/stage.ts'
import { exitCodes } from '../../../services/ops/command-failure.ts'
import { readRecordAt } from '../../../services/ops/last-records.ts'
import {
  createReplayCommand,
  type ReplayStepRequest,
} from '../../../services/ops/replay-range/admin.ts'
import type { CorrectionResult } from '../../../services/ops/replay-range/append.ts'
import {
  replayRange,
  type ReplayRangeRequest,
} from '../../../services/ops/replay-range/replay-range.ts'
import { topics, type Topic } from '../../../services/topology.ts'
import { aBook, aMarket, aTrade } from '../../projector/records.ts'
import { eventually } from '../../support/waiting.ts'
import { openOpsLog, topicPrefix, type OpsLog } from '../ops-log.ts'

export let ops: OpsLog<EventLog>
/** What the mapping makes of a body, if it is not the body itself; null: a dead letter. */
export let mapping: Map<string, string | null>

export const minuteMs = 60_000
export let startMs: number
export let marketId: string
export let partition: number
/** Offset of the first raw record of the test. */
export let first: Record<'raw.markets' | 'raw.trades' | 'raw.books', number>
/** All records of raw.markets: the log of the test shows only the newest of each key. */
let states: LogRecord[]
let tests = 0

/** Opens the log for the tests of a file. They share it; each has a market and a time of its own. */
export function openLogForTests(open: () => Promise<OpsLog<EventLog>> = openOpsLog): void {
  beforeAll(async () => {
    ops = await open()
  })
  afterAll(() => ops.remove())

  beforeEach(async () => {
    tests += 1
    ops.nowMs += 12 * 60 * minuteMs
    startMs = ops.nowMs
    marketId = `pb_MARKET${tests}`
    partition = partitionOf(marketId, topics.markets.partitions)
    first = {
      'raw.markets': await endOf('raw.markets'),
      'raw.trades': await endOf('raw.trades'),
      'raw.books': await endOf('raw.books'),
    }
    states = []
    mapping = new Map()
  })
}

const endOf = async (topic: Topic): Promise<number> =>
  (await ops.log.ranges(topicPrefix + topic))[partition]?.high ?? 0

const common = () => ({ platform: 'platform_b', url: '', received_at_ms: ops.nowMs }) as const
export const rawTrade = (body: string, changes: Partial<RawTrade> = {}): RawTrade => ({
  ...common(),
  market_id: marketId,
  body,
  repeat: 0,
  tokens: [],
  outcomes: [],
  awaits_market: false,
  progress: null,
  ...changes,
})
export const watermark = (complete_until_ms: number): RawTrade =>
  rawTrade('', {
    body: null,
    progress: {
      feed: 'platform_b/trades',
      platform: 'platform_b',
      market_id: null,
      complete_from_ms: 0,
      complete_until_ms,
      gaps: [],
      received_at_ms: ops.nowMs,
    },
  })
export const rawBook = (body: string): RawBook => ({
  ...common(),
  market_id: marketId,
  outcome_index: 0,
  body,
  depth: 0,
  from_stream: false,
  clock_difference_ms: 0,
})
export const rawMarket = (body: string): RawMarket => ({
  ...common(),
  kind: 'market',
  native_id: 'MARKET',
  body,
  event_body: null,
})

/**
 * The body of a trade is its id and price, of a market its question, of a book its time and the size of its best bid.
 */
export const normalize: Transform<'normalizer'> = ({
  topic,
  partition: at,
  offset,
  key,
  value,
}) => {
  const body = 'body' in value ? (value.body ?? '') : ''
  const mapped = mapping.get(body)
  if (mapped === null) return { deadLetter: 'not_json', detail: body }
  const [first = '', second = ''] = (mapped ?? body).split(' ')
  if (first === 'drop') return { drop: 'placeholder' }
  const fact = { received_at_ms: value.received_at_ms, origin: { topic, partition: at, offset } }
  if (topic === 'raw.markets') {
    const market = aMarket({ ...fact, id: key ?? '', question: mapped ?? body })
    return { emit: [{ topic: 'markets', key: key ?? '', value: market }] }
  }
  if (topic === 'raw.books') {
    const bids = [{ price: '0.5', size: second }]
    const book = aBook({ ...fact, market_id: key ?? '', timestamp_ms: Number(first), bids })
    return { emit: [{ topic: 'books', key: key ?? '', value: book }] }
  }
  if (topic !== 'raw.trades') return { drop: 'not_simulated' }
  const { progress, platform } = value
  const trade = progress
    ? null
    : aTrade({ ...fact, platform, id: first, price: second, market_id: key ?? '' })
  const output = { topic: 'trades', key: key ?? '', value: { trade, progress } } as const
  return { emit: [{ ...output, partition: at }] }
}

export async function append<T extends Topic>(
  topic: T,
  ...values: TopicValues[T][]
): Promise<void> {
  const records = values.map((value) => ({ key: marketId, value }))
  if (topic !== 'raw.markets') return ops.append(topic, partition, records)
  for (const record of records) {
    const offset = await endOf(topic)
    await ops.append(topic, partition, [record])
    const at = { topic: topicPrefix + topic, partition, offset }
    const appended = await readRecordAt(ops.log, at)
    if (appended) states.push(appended)
  }
}

/** The log, with the states of markets that compaction removes. */
export const uncompacted = (): EventLog => ({
  ...ops.log,
  async offsetsAt(topic, timeMs) {
    const positions = await ops.log.offsetsAt(topic, timeMs)
    if (topic !== `${topicPrefix}raw.markets`) return positions
    const state = states.find(({ timestampMs }) => timestampMs >= timeMs)
    return positions.map((at) => (state?.partition === at.partition ? state : at))
  },
  async *read(range) {
    if (range.topic !== `${topicPrefix}raw.markets`) yield* ops.log.read(range)
    else
      yield* states.filter(
        ({ partition: at, offset }) =>
          at === range.partition && offset >= range.from && offset < (range.until ?? Infinity),
      )
  },
})

/** Processes all raw records by the present mapping, as the stage does. */
export async function runNormalizer(): Promise<void> {
  const stage = await runTransform({
    log: ops.log,
    codec: ops.codec,
    topicPrefix,
    now: () => ops.nowMs,
    count: () => undefined,
    onFatal: (error) => {
      throw error
    },
    role: 'normalizer',
    transform: normalize,
  })
  const raw = (['raw.markets', 'raw.trades', 'raw.books'] as const).map((t) => topicPrefix + t)
  await eventually(async () => {
    const lags = await ops.log.lag(`${topicPrefix}normalizer`, raw)
    expect(lags.filter(({ behind }) => behind > 0)).toEqual([])
  })
  await stage.stop()
}

export const commandOf = (log: EventLog = uncompacted(), transform = normalize) =>
  createReplayCommand({ log, codec: ops.codec, topicPrefix, normalize: transform })

interface Run {
  readonly exitCode: number
  readonly message: string
  readonly lines: readonly Record<string, unknown>[]
  /** Of `raw.trades`, `raw.markets` and so on; without those that are 0. */
  readonly counts: Readonly<Record<string, Readonly<Record<string, number>>>>
}

export type Ask = (request: ReplayStepRequest) => Promise<readonly CorrectionResult[]>

export function askOf(command = commandOf()): Ask {
  return async (request) => {
    const { status, body } = await command(request)
    if (status !== 200) throw new Error(`${status} ${(body as { detail: string }).detail}`)
    return (body as { corrections: readonly CorrectionResult[] }).corrections
  }
}

export async function replay(
  changes: Partial<ReplayRangeRequest> = {},
  {
    ask = askOf(),
    signal = new AbortController().signal,
    log = uncompacted(),
  }: { readonly ask?: Ask; readonly signal?: AbortSignal; readonly log?: EventLog } = {},
): Promise<Run> {
  const lines: Record<string, unknown>[] = []
  const request = { fromMs: startMs, toMs: null, platform: null, marketId: null, topic: null }
  const failure = await replayRange(
    { ...request, dryRun: false, json: true, ...changes },
    {
      log,
      decoder: ops.codec,
      topicPrefix,
      normalize,
      now: () => ops.nowMs,
      pid: process.pid,
      signal,
      show: (line) => lines.push(JSON.parse(line) as Record<string, unknown>),
      showProgress: () => undefined,
      ask,
    },
  ).catch((error: unknown) => error as { exitCode?: number; message: string })
  const { topics: counted = [] } = (lines.at(-1) ?? {}) as { topics?: readonly object[] } & object
  const counts = counted.map((one) => {
    const { topic, ...rest } = one as { topic: string } & Record<string, number>
    return [topic, Object.fromEntries(Object.entries(rest).filter(([, count]) => count !== 0))]
  })
  return {
    exitCode: failure ? (failure.exitCode ?? exitCodes.failed) : 0,
    message: failure?.message ?? '',
    lines: lines.filter((line) => !('topics' in line)),
    counts: Object.fromEntries(counts) as Run['counts'],
  }
}

export async function valuesOf<T extends Topic>(topic: T): Promise<readonly TopicValues[T][]> {
  const values: TopicValues[T][] = []
  for (const range of await ops.log.ranges(topicPrefix + topic))
    for await (const { key, value } of ops.log.read({ ...range, from: range.low }))
      if (key === marketId) values.push(ops.codec.decode(topic, value))
  return values
}
export const prices = async () =>
  (await valuesOf('trades')).map(({ trade }) => trade && `${trade.id} ${trade.price}`)
export const questions = async () => (await valuesOf('markets')).map(({ question }) => question)
export const books = async () =>
  (await valuesOf('books')).map((book) => `${book.timestamp_ms} ${book.bids[0]?.size}`)
