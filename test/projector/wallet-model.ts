// What the tables of wallets must hold after a number of records, computed the slow way: with nothing
// of the projector's own code.
import type { WalletProgress } from '../../schemas/generated/events.ts'
import type { WalletRecord } from './wallet-records.ts'

interface Fact {
  readonly key: string
  readonly isOwn: boolean
  readonly receivedMs: number
  readonly offset: number
  readonly line: string
}

const separator = '|'

function toFact(record: WalletRecord): Fact | null {
  const { offset } = record
  if (record.topic === 'trades') {
    const { trade } = record.value
    const wallet = trade?.wallet?.toLowerCase() ?? ''
    if (trade === null || wallet.length !== 42 || /[^0-9a-f]/.test(wallet.slice(2))) return null
    const other = trade.side === 'buy' ? 'sell' : 'buy'
    return {
      key: `${wallet} ${trade.timestamp_ms} ${trade.id}`,
      isOwn: false,
      receivedMs: trade.received_at_ms,
      offset,
      line: [
        wallet,
        trade.timestamp_ms,
        trade.id,
        'TRADE',
        trade.platform,
        trade.market_id,
        trade.outcome_index,
        trade.outcome,
        trade.outcome_index === 0 ? trade.side : other,
        trade.outcome_price,
        trade.size,
        'NULL',
        '',
        '',
        '',
        trade.received_at_ms,
        'trades',
        offset,
      ].join(separator),
    }
  }
  const { activity } = record.value
  if (activity === null) return null
  return {
    key: `${activity.wallet} ${activity.timestamp_ms} ${activity.id}`,
    isOwn: true,
    receivedMs: activity.received_at_ms,
    offset,
    line: [
      activity.wallet,
      activity.timestamp_ms,
      activity.id,
      activity.type,
      activity.platform,
      activity.market_id ?? '',
      activity.outcome_index ?? 'NULL',
      activity.outcome ?? '',
      activity.side ?? 'NULL',
      activity.price ?? 'NULL',
      activity.size,
      activity.usdc_size,
      activity.market_slug ?? '',
      activity.event_slug ?? '',
      activity.title ?? '',
      activity.received_at_ms,
      'wallet-activity',
      offset,
    ].join(separator),
  }
}

/** Its own record before that of a trade; then received first; of those, latest in its topic. */
function wins(fact: Fact, over: Fact): boolean {
  if (fact.isOwn !== over.isOwn) return fact.isOwn
  if (fact.receivedMs !== over.receivedMs) return fact.receivedMs < over.receivedMs
  return fact.offset > over.offset
}

/** One line per fact. */
export function expectedActivity(records: readonly WalletRecord[]): string[] {
  const facts = new Map<string, Fact>()
  for (const record of records) {
    const fact = toFact(record)
    if (fact === null) continue
    const known = facts.get(fact.key)
    if (known === undefined || wins(fact, known)) facts.set(fact.key, fact)
  }
  return [...facts.values()].map(({ line }) => line).toSorted()
}

/** One line per wallet: its last watermark. */
export function expectedWalletFeeds(records: readonly WalletRecord[]): string[] {
  const last = new Map<string, { progress: WalletProgress; offset: number }>()
  for (const { topic, offset, value } of records) {
    if (topic === 'trades' || value.progress === null) continue
    const known = last.get(value.progress.wallet)
    if (known === undefined || known.offset < offset)
      last.set(value.progress.wallet, { progress: value.progress, offset })
  }
  return [...last]
    .map(([wallet, { progress, offset }]) =>
      [
        wallet,
        progress.complete_from_ms,
        progress.complete_until_ms,
        JSON.stringify(progress.gaps),
        progress.received_at_ms,
        offset,
      ].join(separator),
    )
    .toSorted()
}
