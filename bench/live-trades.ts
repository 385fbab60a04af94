// Trades that keep coming at a steady rate, and how long it takes from the append of one until /v1
// answers with its price. Some markets are probes: one trade at a price that it has not had, then the
// price is asked for over HTTP until it is there, again and again.
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'undici'
import type { RawTrade } from '../schemas/generated/events.ts'
import type { Filled } from './pipeline.ts'
import type { BenchMarket } from './raw-trades.ts'
import { createMakeTrade, createMarkets, toPlatformBTrade } from './raw-trades.ts'

export const markets = createMarkets(2_000)
export const probes: readonly BenchMarket[] = Array.from({ length: 4 }, (_, lane) => ({
  id: `pb_KXPROBE-26SEP-${lane}`,
  platform: 'platform_b',
  nativeId: `KXPROBE-26SEP-${lane}`,
  tokens: [],
}))
const tickMs = 20
const askEveryMs = 10
const settleMs = 5_000
/** Trade ids of the stream and of the probes, apart from those of the history. */
const numberOffset = 100_000_000

export interface AskedApi {
  readonly url: string
  readonly apiKey: string
}

export interface Delays {
  /** Of each probe. */
  readonly delaysMs: readonly number[]
  readonly perS: number
  /** How many processors each of the processes kept busy. */
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
  readonly api: AskedApi
  readonly rate: number
  readonly seconds: number
  /** What some processes have used so far. */
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
  const lanes = probes.map((probe, lane) =>
    runProbe(api, probe, lane, append, ending.signal, (delayMs) => {
      if (performance.now() - startedMs > settleMs) delaysMs.push(delayMs)
    }),
  )
  await sleep(settleMs)
  const before = cpuS()
  await sleep(seconds * 1000)
  const busy = cpuS().map((after, i) => (after - (before[i] ?? NaN)) / seconds)
  const perS = (appended / (performance.now() - startedMs)) * 1000
  ending.abort()
  await Promise.all([stream, ...lanes])
  await writer.close()
  return { delaysMs, perS, busy }
}

async function runProbe(
  { url, apiKey }: AskedApi,
  probe: BenchMarket,
  lane: number,
  append: (trades: readonly RawTrade[]) => Promise<void>,
  signal: AbortSignal,
  onDelay: (delayMs: number) => void,
): Promise<void> {
  const client = new Client(url)
  const path = `/v1/markets/${probe.id}/price`
  const headers = { 'X-API-Key': apiKey }
  for (let number = 1; !signal.aborted; number += 1) {
    // so that the probes do not fall into step with the flushes
    await sleep((number * 37 + lane * 71) % 200)
    const cents = (1 + (number % 9_999)) / 100
    const price = Number((cents / 100).toFixed(4))
    const startedMs = performance.now()
    const id = 2 * numberOffset + lane * 1_000_000 + number
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
