// Records about wallets for the projector's tests, and a random log of them with everything that can
// happen: a trade from one source or from both, fetched again, read again by a corrected mapping,
// late, in a transaction with others, with watermarks in between.
import type { WalletActivity, WalletProgress } from '../../schemas/generated/events.ts'
import { partitionOf } from '../../services/lib/log/partitioner.ts'
import type { StageRecord } from '../../services/lib/run/stage.ts'
import type { Random } from '../../simulator/random.ts'
import { aTrade, createTradesTopic, partitions, type TradesTopic } from './records.ts'

export const aWallet = `0x${'0123456789abcdef'.repeat(3).slice(0, 40)}`
const startMs = Date.UTC(2026, 9, 21)

export function anActivity(changes: Partial<WalletActivity> = {}): WalletActivity {
  return {
    id: '0xt1-0123456789abcdef',
    wallet: aWallet,
    type: 'TRADE',
    platform: 'platform_a',
    market_id: 'pa_0x1',
    outcome_index: 1,
    outcome: 'Nein',
    side: 'sell',
    price: '0.45999999540000005',
    size: '12.000001',
    usdc_size: '5.519999',
    tx_hash: '0xt1',
    timestamp_ms: startMs + 1000,
    market_slug: 'will-it-rain',
    event_slug: 'weather',
    title: 'Will it "rain"?\n東京',
    received_at_ms: startMs + 5000,
    origin: { topic: 'raw.wallets', partition: 0, offset: 0 },
    ...changes,
  }
}

export function aWalletWatermark(changes: Partial<WalletProgress> = {}): WalletProgress {
  return {
    wallet: aWallet,
    platform: 'platform_a',
    complete_from_ms: 0,
    complete_until_ms: startMs + 10_000,
    gaps: [],
    received_at_ms: startMs + 10_500,
    ...changes,
  }
}

export type ActivityRecord = StageRecord<'wallet-activity'>
export type WalletRecord = ActivityRecord | StageRecord<'trades'>

export interface WalletLog {
  readonly trades: TradesTopic
  /** Both topics, in one order in which they may have been appended. */
  readonly records: readonly WalletRecord[]
}

export function generateWalletLog(random: Random, facts: number): WalletLog {
  const trades = createTradesTopic()
  const records: WalletRecord[] = []
  const ends = new Map<number, number>()
  const wallets = Array.from(
    { length: 8 },
    (_, n) => `0x${n}${random.below(1e9).toString(16).padStart(39, 'e')}`,
  )
  const oneOf = <T>(items: readonly [T, ...T[]]): T => items[random.below(items.length)] ?? items[0]
  const decimal = (): string => String((1 + random.below(9_998)) / 10_000)

  const append = (wallet: string, value: ActivityRecord['value']): void => {
    const partition = partitionOf(wallet, partitions)
    const offset = ends.get(partition) ?? 0
    ends.set(partition, offset + 1)
    records.push({ topic: 'wallet-activity', partition, offset, key: wallet, value })
  }
  const tell = (activity: WalletActivity): void =>
    append(activity.wallet, { activity, progress: null })

  /** As in the market's list of trades: in terms of the first outcome, in any case. */
  const tellOfMarket = (activity: WalletActivity): void => {
    const { price, outcome_index: index, side, market_id: marketId, wallet } = activity
    if (price === null || side === null || marketId === null || index === null) return
    const first = index === 0
    records.push(
      trades.appendTrade(
        aTrade({
          ...activity,
          market_id: marketId,
          outcome: activity.outcome ?? '',
          side: first ? side : side === 'buy' ? 'sell' : 'buy',
          price: first ? price : String((10_000 - Math.round(Number(price) * 10_000)) / 10_000),
          outcome_price: price,
          outcome_index: index,
          native_trade_id: activity.tx_hash,
          wallet: random.chance(0.2) ? wallet.toUpperCase().replace('X', 'x') : wallet,
          received_at_ms: activity.received_at_ms + random.below(3) * 1000 - 1000,
        }),
      ),
    )
  }

  let nowMs = startMs
  let transactions = 0
  for (let number = 0; number < facts; number += 1) {
    nowMs += random.below(2_000)
    if (random.chance(0.8)) transactions += 1
    const age = random.chance(0.05) ? random.below(86_400_000) : random.below(3_000)
    const isTrade = random.chance(0.7)
    const type = isTrade
      ? 'TRADE'
      : oneOf(['SPLIT', 'MERGE', 'REDEEM', 'REWARD', 'CONVERSION'] as const)
    const namesOutcome = isTrade || (type === 'REDEEM' && random.chance(0.5))
    const outcome = random.below(2)
    const activity = anActivity({
      id: `0xt${transactions}-${random.below(1e9).toString(16).padStart(16, '0')}`,
      tx_hash: `0xt${transactions}`,
      wallet: oneOf(wallets as [string, ...string[]]),
      type,
      market_id: type === 'REWARD' ? null : `pa_0x${random.below(20)}`,
      outcome_index: namesOutcome ? outcome : null,
      outcome: namesOutcome ? oneOf(['Yes', 'No']) : null,
      side: isTrade ? oneOf(['buy', 'sell']) : null,
      price: isTrade ? decimal() : null,
      size: String((1 + random.below(1e8)) / 100),
      usdc_size: String(random.below(1e8) / 100),
      timestamp_ms: Math.floor((nowMs - age) / 1000) * 1000,
      title: oneOf([null, 'A title', '']),
      received_at_ms: nowMs + 500,
    })
    const sources = isTrade ? random.below(3) : 0
    const tellers = [
      ...(sources === 1 ? [] : [() => tell(activity)]),
      ...(sources === 0 ? [] : [() => tellOfMarket(activity)]),
    ]
    if (random.chance(0.5)) tellers.reverse()
    for (const teller of tellers) teller()
    // by a corrected mapping, of the same raw record
    if (random.chance(0.08)) tell({ ...activity, usdc_size: decimal(), title: 'Corrected' })
    // fetched again, later, or by another poller before
    if (random.chance(0.08))
      tell({
        ...activity,
        title: 'Fetched again',
        received_at_ms:
          activity.received_at_ms + (random.chance(0.7) ? 1 : -1) * random.below(5_000),
      })
    if (random.chance(0.05))
      records.push(
        trades.appendTrade(
          aTrade({
            id: `other-${number}`,
            wallet: oneOf([null, '', '0x1', 'nobody', `${activity.wallet}\n`]),
          }),
        ),
      )
    if (random.chance(0.03)) {
      const { wallet } = activity
      const gaps = random.chance(0.3) ? [{ from_ms: 1, until_ms: 2, reason: 'unreachable' }] : []
      const progress = aWalletWatermark({ wallet, gaps, complete_until_ms: nowMs - 10_000 })
      append(wallet, { activity: null, progress })
    }
  }
  return { trades, records }
}
