// Simulated wallet activity as rows of the table wallet_activity: mostly trades, in markets of which a few
// are much busier than the others. Always the same.
import type { WalletActivity } from '../../schemas/generated/events.ts'
import type { BenchMarket } from '../raw-trades.ts'
import { createZipf } from '../raw-trades.ts'

const firstMs = Date.UTC(2026, 8, 1)
const msPerFact = 50_000

/** Rows `first` to `first + count` of a wallet, oldest first. */
export function createActivity(markets: readonly BenchMarket[]) {
  const pick = createZipf(markets.length)
  return (wallet: string, first: number, count: number): WalletActivity[] =>
    Array.from({ length: count }, (_, i) => {
      const market = markets[pick()]
      if (market === undefined) throw new RangeError('there are no markets')
      return toFact(wallet, first + i, market)
    })
}

function toFact(wallet: string, number: number, market: BenchMarket): WalletActivity {
  const hash = `0x${wallet.slice(-24)}${number.toString(16).padStart(40, '0')}`
  const hundredths = 1 + ((number * 7_919) % 99)
  const timestampMs = firstMs + number * msPerFact
  return {
    id: `${hash}-${number.toString(16).padStart(16, '0')}`,
    wallet,
    platform: 'platform_a',
    market_id: market.id,
    outcome_index: null,
    outcome: null,
    side: null,
    price: null,
    size: String(1 + (number % 997)),
    usdc_size: String(1 + (number % 997)),
    tx_hash: hash,
    timestamp_ms: timestampMs,
    market_slug: 'will-the-benchmark-be-run-again',
    event_slug: 'benchmarks-of-the-month',
    title: 'Will the benchmark be run again before the end of the month?',
    received_at_ms: timestampMs + 1_500,
    origin: { topic: 'raw.wallets', partition: 0, offset: number },
    ...toRowDraft(number, hundredths),
  }
}

type RowDraft = Pick<WalletActivity, 'type'> & Partial<WalletActivity>

/** Of 100 rows: 55 buys, 35 sells, 4 splits, 3 merges, 2 conversions, 1 redemption. */
function toRowDraft(number: number, hundredths: number): RowDraft {
  const outcomeIndex = number % 3 === 0 ? 1 : 0
  const ofOutcome = { outcome_index: outcomeIndex, outcome: outcomeIndex === 0 ? 'Yes' : 'No' }
  const kind = (number * 61) % 100
  const price = (hundredths / 100).toFixed(2).replace(/0$/, '')
  if (kind < 90) return { type: 'TRADE', side: kind < 55 ? 'buy' : 'sell', price, ...ofOutcome }
  if (kind < 94) return { type: 'SPLIT' }
  if (kind < 97) return { type: 'MERGE' }
  return kind < 99 ? { type: 'CONVERSION' } : { type: 'REDEEM', ...ofOutcome }
}
