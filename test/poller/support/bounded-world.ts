// Both platforms with a long-lived market each that was traded before and after the beginning of the back-fill
// (30 days ago), and with markets that ended before and after it.
import type { Poller } from '../../../services/poller/poller.ts'
import type { PollerTuning } from '../../../services/poller/tuning.ts'
import { createRandom } from '../../../simulator/random.ts'
import { createFastClock } from './clock.ts'
import { createExchange, type Exchange } from './fake-platforms.ts'
import { createMemoryLog } from './memory-log.ts'
import { until, type createRunningPollers } from './running-pollers.ts'
import type { ReceivedRequest, TestResponse } from './test-server.ts'

export const startMs = Date.UTC(2026, 10, 20, 12)
export const day = 86_400_000
const daysAgo = (days: number): string => new Date(startMs - days * day).toISOString()
export const tradesPerDay = 5
/** Both long-lived markets were traded on these days before the start. */
const tradedDaysAgo = [50, 45, 20, 10]
export const boundMs = startMs - 30 * day

const tuning: Partial<PollerTuning> = {
  openScanMs: 10_000,
  watermarkMs: 2_000,
  gapRetryMs: 5_000,
  backOff: { firstMs: 500, maxMs: 4_000 },
  requestTimeoutMs: 2_000,
}

function addTrades(exchange: Exchange): void {
  for (const days of tradedDaysAgo) {
    for (let n = 0; n < tradesPerDay; n += 1) {
      const timeMs = startMs - days * day + n * 60_000
      const aTrade = {
        transactionHash: `0x${days}-${n}`,
        asset: '1',
        proxyWallet: '0xw',
        side: 'BUY',
        size: 1,
        price: 0.4,
        timestamp: timeMs / 1000,
        visibleAtMs: timeMs,
      } as const
      exchange.aTrades.push({ ...aTrade, conditionId: '0xlong' })
      exchange.bTrades.push({
        trade_id: `t${days}-${n}`,
        ticker: 'LONG-1',
        timeMs,
        visibleAtMs: timeMs,
      })
    }
  }
}

function fill(exchange: Exchange): void {
  exchange.bCutoffS = startMs / 1000 - 25 * 86_400
  const open = { volumeNum: 5, closed: false, updatedAt: daysAgo(1) }
  exchange.aAlone.push(
    { id: '1', conditionId: '0xlong', createdAt: daysAgo(60), ...open },
    { id: '2', conditionId: '0xyoung', createdAt: daysAgo(5), ...open },
  )
  const ended = (name: string, days: number) => ({
    id: name,
    conditionId: `0x${name}`,
    closed: true,
    createdAt: daysAgo(60),
    updatedAt: daysAgo(days),
    closedTime: daysAgo(days),
  })
  exchange.aEvents.push(
    { id: '51', closed: true, markets: [ended('gone', 40), ended('gone2', 31)] },
    { id: '52', closed: true, markets: [ended('recent', 5), ended('sibling', 45)] },
  )
  const onB = (status: string, ticker: string, days: number | null) => ({
    event_ticker: ticker,
    status,
    markets: [
      {
        ticker: `${ticker}-1`,
        status: days === null ? 'active' : 'finalized',
        volume_fp: '5.00',
        created_time: daysAgo(60),
        ...(days === null ? {} : { close_time: daysAgo(days), settlement_ts: daysAgo(days) }),
      },
    ],
  })
  exchange.bEvents.push(
    onB('open', 'LONG', null),
    onB('settled', 'GONE', 40),
    onB('settled', 'RECENT', 5),
  )
  addTrades(exchange)
}

export async function openBoundedWorld(
  running: ReturnType<typeof createRunningPollers>,
  bend: (answer: TestResponse, request: ReceivedRequest) => TestResponse = (answer) => answer,
) {
  const clock = createFastClock(startMs, 20)
  const exchange = createExchange(clock.now)
  fill(exchange)
  const asked: ReceivedRequest[] = []
  const platforms = await running.servePlatforms(exchange, (answer) => (request) => {
    asked.push(request)
    return bend(answer(request), request)
  })
  const log = createMemoryLog(clock.now)
  const run = (changes: Partial<PollerTuning> = {}): Poller =>
    running.start({
      platforms,
      log,
      now: clock.now,
      sleep: clock.sleep,
      random: createRandom(1).next,
      tuning: { ...tuning, ...changes },
      onFatal: (error) => {
        throw error
      },
    })
  const watermarkOf = (id: string) =>
    log.values('raw.trades').findLast(({ value }) => value.progress?.market_id === id)?.value
      .progress
  const published = (): ReadonlySet<string | null> =>
    new Set(log.values('raw.markets').map(({ key }) => key))
  const areListsDone = (): boolean =>
    log.values('poll-checkpoints').filter(({ value: { state } }) => /"isDone":true/.test(state))
      .length >= 4
  const wait = (isTrue: () => boolean): Promise<void> => until(clock, isTrue)
  return {
    exchange,
    asked,
    log,
    now: clock.now,
    run,
    until: wait,
    watermarkOf,
    published,
    areListsDone,
  }
}
