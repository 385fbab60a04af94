// Random trades, books, markets and audits for tests of the api's memory: ties, repeats, late and corrected records, decimals of
// any length, and records that the tables leave out.
import type { Audit, Book, Market, Trade } from '../../../schemas/generated/events.ts'
import type { Random } from '../../../simulator/random.ts'
import { aBook, aMarket, anAudit, aTrade } from '../../projector/records.ts'

export const marketIds = [
  ...(['pa_0x01', 'pa_0x02', 'pb_A/B.(C)', 'pb_TICKER', 'pb_QUIET'] as const),
  'pb_REFUSED',
] as const
/** A market that has only refused records in the topics that keep the newest record of each market. */
const refused = { id: 'pb_REFUSED', platform: 'platform_b' } as const
export const baseMs = 1_790_000_000_000

const platformOf = (id: string) => (id.startsWith('pa_') ? 'platform_a' : 'platform_b')

export function createGenerator(random: Random) {
  let made = 0
  /** The end of the time in which most records are; it moves on. */
  let nowMs = baseMs
  const trades: Trade[] = []
  const digits = (count: number): string =>
    Array.from({ length: count }, () => random.below(10)).join('')

  function decimal(): string {
    const [kind, rest] = [random.below(12), digits(1 + random.below(3))]
    if (kind === 0) return `0.00000${digits(3)}`
    if (kind === 1) return `0.${digits(20)}`
    if (kind === 2) return `0.${digits(16)}`
    return `0.${rest}`
  }

  function time(): number {
    const late = random.below(20) === 0 ? random.below(400) : random.below(10)
    return Math.max(baseMs, nowMs - 1_000 * late - (random.below(5) ? 0 : random.below(1_000)))
  }

  function newTrade(): Trade {
    made += 1
    const market = marketIds[random.below(4)] ?? 'pa_0x01'
    const id = `0x${random.below(1e6).toString(16)}${['', '/', 'é', '\u{1f600}', '\ufffd'][random.below(30)] ?? ''}-${made}`
    return aTrade({
      id,
      market_id: market,
      platform: platformOf(market),
      price: decimal(),
      size: random.below(5) ? String(1 + random.below(1e4)) : `${random.below(1e6)}.${digits(8)}`,
      side: random.below(2) ? 'buy' : 'sell',
      outcome_index: random.below(3),
      timestamp_ms: time(),
      received_at_ms: baseMs + made,
    })
  }

  return {
    get nowMs() {
      return nowMs
    },
    trade(): Trade {
      nowMs += random.below(300)
      const known = trades[random.below(trades.length + 1)]
      if (known && random.below(10) === 0) {
        if (random.below(2)) return known
        const received = known.received_at_ms + random.below(40) - 20
        return { ...known, price: decimal(), received_at_ms: received }
      }
      const trade = newTrade()
      trades.push(trade)
      return trade
    },
    /** A trade that the tables leave out. */
    refusedTrade(): Trade {
      const trade = newTrade()
      const faults: Partial<Trade>[] = [
        { timestamp_ms: -1 },
        { price: '12' },
        { size: '1e3' },
        { outcome_index: 256 },
        { market_id: 'pz_unknown' },
      ]
      return { ...trade, ...faults[random.below(faults.length)] }
    },
    book(): Book {
      const market = marketIds[random.below(4)] ?? 'pa_0x01'
      const cents = random.below(95)
      const bid = random.below(8) ? `0.${String(cents).padStart(2, '0')}${digits(1)}` : decimal()
      const ask = random.below(8) ? String((cents + 1 + random.below(14)) / 100) : decimal()
      const size = `${1 + random.below(500)}.${digits(7)}`
      return aBook({
        market_id: market,
        platform: platformOf(market),
        bids: random.below(10) ? [{ price: bid, size }] : [],
        asks: random.below(10) ? [{ price: ask, size: '3' }] : [],
        timestamp_ms: time(),
        received_at_ms: baseMs + made,
      })
    },
    /** A book that the tables leave out. */
    refusedBook: (): Book =>
      aBook({ market_id: 'pa_0x01', platform: 'platform_a', bids: [{ price: '10', size: '1' }] }),
    market(): Market {
      const id = marketIds[random.below(marketIds.length - 1)] ?? 'pa_0x01'
      const orNull = (): string | null => (random.below(3) ? decimal() : null)
      return aMarket({
        id,
        platform: platformOf(id),
        native_id: id.slice(3),
        question: `Question ${digits(2)} — "/\u2028\\\u001f"?`,
        status: (['open', 'open', 'closed', 'resolved'] as const)[random.below(4)] ?? 'open',
        outcomes: ['Yes', 'No'].map((label) => ({ label, token_id: null, listed_price: orNull() })),
        description: random.below(2) ? null : `Rules ${digits(3)}`,
        best_bid: orNull(),
        best_ask: orNull(),
        volume_24h: `${random.below(1e6)}.${digits(20)}`,
        volume_total: orNull(),
        close_time: random.below(2) ? null : 1_800_000_000 + random.below(1000),
        tags: random.below(2) ? [] : ['Weather', digits(1)],
        received_at_ms: baseMs + made,
      })
    },
    /** A market that the tables leave out. */
    refusedMarket: (): Market => aMarket({ ...refused, best_bid: '10' }),
    audit(): Audit {
      const id = marketIds[random.below(marketIds.length - 1)] ?? 'pa_0x01'
      return anAudit({
        market_id: id,
        platform: platformOf(id),
        difference: `${random.below(100) - 50}.${digits(19)}1`,
        audited_until_ms: nowMs - random.below(10_000),
      })
    },
    /** An audit that the tables leave out. */
    refusedAudit: (): Audit =>
      anAudit({ market_id: refused.id, platform: refused.platform, audited_at_ms: -1 }),
    /** A time of the past, mostly a recent one. */
    pastMs(): number {
      const range = random.below(3) ? 20_000 : nowMs - baseMs + 5_000
      return nowMs - random.below(range)
    },
  }
}
