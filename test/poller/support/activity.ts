// What wallets of platform_a did, for the poller's tests: held in memory, served as the Data API serves
// it (newest first, capped pages, offsets refused beyond a bound), and what must hold of raw.wallets.
import { expect } from '@jest/globals'
import { identifyActivity } from '../../../services/platforms/platform-a/source/activity.ts'
import type { TestResponse, ReceivedRequest } from './test-server.ts'
import type { MemoryLog } from './memory-log.ts'

export interface ActivityFact {
  readonly proxyWallet: string
  /** Seconds. */
  readonly timestamp: number
  readonly type: string
  readonly conditionId: string
  readonly transactionHash: string
  readonly asset: string
  readonly outcomeIndex: number
  readonly side: string
  readonly size: number
  readonly usdcSize: number
  readonly price: number
  /** When the row begins to be served, Unix ms; not served itself. */
  readonly visibleAtMs?: number
}

export const walletOf = (n: number): string => `0x${n.toString(16).padStart(40, '0')}`

const kinds = [
  'TRADE',
  'SPLIT',
  'MERGE',
  'REDEEM',
  'REWARD',
  'CONVERSION',
  'MAKER_REBATE',
  'DEPOSIT',
]

/** A fact that is like no other with another number. */
export function factOf(wallet: string, n: number, timestamp: number): ActivityFact {
  const type = n % 3 === 0 ? (kinds[(n / 3) % kinds.length] ?? 'TRADE') : 'TRADE'
  const isTrade = type === 'TRADE'
  return {
    proxyWallet: wallet,
    timestamp,
    type,
    conditionId: type === 'REWARD' ? '' : `0xm${n % 7}`,
    transactionHash: `0x${n}`,
    asset: isTrade ? String(n % 14) : '',
    outcomeIndex: isTrade ? n % 2 : 999,
    side: isTrade ? (n % 2 === 0 ? 'BUY' : 'SELL') : '',
    size: 1 + (n % 5),
    usdcSize: 0.5,
    price: isTrade ? 0.4 : 0,
  }
}

export interface ActivityServer {
  facts: ActivityFact[]
  pageCap: number
  /** Offsets beyond are answered with 400, as the platform does, or with the last page there is. */
  maxOffset: number
  beyond: 'refuse' | 'repeat'
  answer: (asked: ReceivedRequest) => TestResponse
}

export function createActivityServer(now: () => number): ActivityServer {
  const self: ActivityServer = {
    facts: [],
    pageCap: 500,
    maxOffset: 5_000,
    beyond: 'refuse',
    answer({ query }) {
      const headers = { date: new Date(now()).toUTCString() }
      const [start, end] = [Number(query.get('start') ?? 0), Number(query.get('end') ?? Infinity)]
      const asked = Number(query.get('offset') ?? 0)
      if (asked > self.maxOffset && self.beyond === 'refuse') {
        return { status: 400, text: '{"error":"offset"}', headers }
      }
      const offset = Math.min(asked, self.maxOffset)
      const [wallet, nowMs] = [query.get('user'), now()]
      const found = self.facts
        .filter(
          ({ proxyWallet, timestamp, visibleAtMs = 0 }) =>
            proxyWallet === wallet &&
            timestamp >= start &&
            timestamp <= end &&
            visibleAtMs <= nowMs,
        )
        .toSorted((a, b) => b.timestamp - a.timestamp)
      const limit = Math.min(Number(query.get('limit') ?? 100), self.pageCap)
      const page = found.slice(offset, offset + limit)
      return { json: page.map((fact) => ({ ...fact, visibleAtMs: undefined })), headers }
    },
  }
  return self
}

interface Numbered {
  readonly wallet: string
  readonly key: string
  readonly timeMs: number
}

/** Every fact, those with the same words numbered. */
function numbered(facts: readonly ActivityFact[]): Numbered[] {
  const repeats = new Map<string, number>()
  return facts.map((fact) => {
    const { key } = identifyActivity(fact, '')
    const repeat = repeats.get(key) ?? 0
    repeats.set(key, repeat + 1)
    return {
      wallet: fact.proxyWallet,
      key: `${fact.proxyWallet} ${key}#${repeat}`,
      timeMs: fact.timestamp * 1000,
    }
  })
}

function keyOf(wallet: string, body: string, repeat: number): string {
  return `${wallet} ${identifyActivity(JSON.parse(body), body).key}#${repeat}`
}

/** Nothing lost, nothing twice. */
export function expectActivityExact(log: MemoryLog, facts: readonly ActivityFact[]): void {
  const found = log
    .values('raw.wallets')
    .flatMap(({ value }) =>
      value.body === null ? [] : [keyOf(value.wallet, value.body, value.repeat)],
    )
  const expected = numbered(facts).map(({ key }) => key)
  const [foundOnce, expectedOnce] = [new Set(found), new Set(expected)]
  expect(expected.filter((key) => !foundOnce.has(key))).toEqual([])
  expect(found.filter((key) => !expectedOnce.has(key))).toEqual([])
  expect(found.length).toBe(foundOnce.size)
}

/** Every row that a watermark covers is before the watermark in its partition. */
export function expectWalletWatermarksTrue(log: MemoryLog, facts: readonly ActivityFact[]): void {
  const all = new Map<string, Numbered[]>()
  for (const one of numbered(facts)) {
    const of = all.get(one.wallet)
    if (of) of.push(one)
    else all.set(one.wallet, [one])
  }
  const before = new Set<string>()
  const partitions = new Map<string, number>()
  const misplaced: object[] = []
  for (const { key, partition, value } of log.values('raw.wallets')) {
    // no expect() per record: 50,000 of them take many seconds of processor time
    const isInPlace =
      key === value.wallet && (partitions.get(value.wallet) ?? partition) === partition
    if (!isInPlace) misplaced.push({ key, partition, wallet: value.wallet })
    partitions.set(value.wallet, partition)
    if (value.body !== null) before.add(keyOf(value.wallet, value.body, value.repeat))
    const watermark = value.progress
    if (!watermark) continue
    expect(watermark.wallet).toBe(value.wallet)
    const missing = (all.get(value.wallet) ?? []).filter(
      ({ timeMs, key: fact }) =>
        timeMs >= watermark.complete_from_ms &&
        timeMs < watermark.complete_until_ms &&
        !watermark.gaps.some((gap) => timeMs >= gap.from_ms && timeMs < gap.until_ms) &&
        !before.has(fact),
    )
    expect(missing).toEqual([])
  }
  expect(misplaced).toEqual([])
}

/** The newest watermark of each wallet. */
export function walletWatermarks(log: MemoryLog) {
  return new Map(
    log
      .values('raw.wallets')
      .flatMap(({ value }) => (value.progress ? [[value.wallet, value.progress] as const] : [])),
  )
}
