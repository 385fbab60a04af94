// Appends trades at a steady rate, and measures the time until /v1 returns the price of one. Some markets
// are probes: one trade at a new price, then the price is requested over HTTP repeatedly until it is the
// new one.
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'undici'
import type { RawTrade } from '../schemas/generated/events.ts'
import type { Filled } from './pipeline.ts'
import type { BenchMarket } from './raw-trades.ts'
import { createMakeTrade, createMarkets, toPlatformBTrade } from './raw-trades.ts'

export const markets = createMarkets(2_000)
export const probes: readonly BenchMarket[] = Array.from({ length: 4 }, (_, partition) => ({
  id: `pb_KXPROBE-26SEP-${partition}`,
  platform: 'platform_b',
  nativeId: `KXPROBE-26SEP-${partition}`,
  tokens: [],
}))
const tickMs = 20
const askEveryMs = 10
const settleMs = 5_000
/** Trade ids of the stream and of the probes, distinct from those of the history. */
const numberOffset = 100_000_000

export interface RequestedApi {
  readonly url: string
  readonly apiKey: string
}

export interface Delays {
  /** Delays of the probes. */
  readonly delaysMs: readonly number[]
  readonly perS: number
  /** How many processors each process kept busy. */
  readonly busy: readonly number[]
}

export async function measureDelays({
  log,
  codec,
  topicPrefix,
  api,
  rate,
  seconds,
  cpuS,
}: Filled & {
  readonly api: RequestedApi
  readonly rate: number
  readonly seconds: number
  /** Processor time that the processes have used so far. */
  readonly cpuS: () => readonly number[]
}): Promise<Delays> {
  const writer = await log.openWriter('bench live')
  const ending = new AbortController()
  const make = createMakeTrade(markets)
  const append = (trades: readonly RawTrade[]): Promise<void> => {
    const records = trades.map((value) => ({
      topic: `${topicPrefix}raw.trades`,
      key: value.market_id,
      value: codec.encode('raw.trades', value),
    }))
    return writer.append(records)
  }
  let appended = 0
  const startedMs = performance.now()
  const stream = (async (): Promise<void> => {
    while (!ending.signal.aborted) {
      const due = Math.floor(((performance.now() - startedMs) / 1000) * rate) - appended
      const first = numberOffset + appended
      await append(Array.from({ length: due }, (_, i) => make(first + i, Date.now())))
      appended += due
      await sleep(tickMs)
    }
  })()
  const delaysMs: number[] = []
  const partitions = probes.map((probe, partition) =>
    runProbe(api, probe, partition, append, ending.signal, (delayMs) => {
      if (performance.now() - startedMs > settleMs) delaysMs.push(delayMs)
    }),
  )
  await sleep(settleMs)
  const before = cpuS()
  await sleep(seconds * 1000)
  const busy = cpuS().map((after, i) => (after - (before[i] ?? NaN)) / seconds)
  const perS = (appended / (performance.now() - startedMs)) * 1000
  ending.abort()
  await Promise.all([stream, ...partitions])
  await writer.close()
  return { delaysMs, perS, busy }
}

async function runProbe(
  { url, apiKey }: RequestedApi,
  probe: BenchMarket,
  partition: number,
  append: (trades: readonly RawTrade[]) => Promise<void>,
  signal: AbortSignal,
  onDelay: (delayMs: number) => void,
): Promise<void> {
  const client = new Client(url)
  const path = `/v1/markets/${probe.id}/price`
  const headers = { 'X-API-Key': apiKey }
  for (let number = 1; !signal.aborted; number += 1) {
    // random, so that the probes do not align with the flushes
    await sleep((number * 37 + partition * 71) % 200)
    const cents = (1 + (number % 9_999)) / 100
    const price = Number((cents / 100).toFixed(4))
    const startedMs = performance.now()
    const id = 2 * numberOffset + partition * 1_000_000 + number
    await append([toPlatformBTrade(probe, id, Date.now(), cents)])
    for (;;) {
      const { body } = await client.request({ method: 'GET', path, headers })
      const answer = (await body.json()) as { readonly price?: number }
      if (answer.price === price) break
      await sleep(askEveryMs)
    }
    onDelay(performance.now() - startedMs)
  }
  await client.close()
}
