// Who trades in the simulated world: a few hundred wallets, some of them much more than others.
import { fraction, hexOf, mix } from '../random.ts'
import type { Trade } from './trades.ts'

// Taken once: see random.ts.
const { floor } = Math

export interface Traders {
  /** Of the taker or of the maker of a trade; the fills of an order share both. */
  numberOf(trade: Trade, isMaker: boolean): number
  /** All there are, by number. */
  readonly addresses: readonly string[]
  /** null: not one of ours. */
  numberAt(address: string): number | null
}

/** Numbers are 0 to this, excluded. */
const wallets = 600
/** The one beyond them exists when asked for. */
const heavy = wallets

/** `heavyShare`: the share of trades, on either side, that one more wallet makes. */
export function createTraders(heavyShare: number): Traders {
  const known = heavyShare > 0 ? wallets + 1 : wallets
  const addresses = Array.from({ length: known }, (_, n) => `0x${hexOf(`wallet/${n}`, 40)}`)
  const numbers = new Map(addresses.map((address, n) => [address, n]))
  return {
    numberOf(trade, isMaker) {
      const hour = mix(trade.market.seed, floor(trade.timeUs / 3.6e9))
      const hash = mix(hour, trade.order * 2 + (isMaker ? 1 : 0))
      if (fraction(mix(hash, heavy)) < heavyShare) return heavy
      const draw = fraction(hash)
      return floor(wallets * draw * draw * draw)
    },
    addresses,
    numberAt: (address) => numbers.get(address) ?? null,
  }
}

/** Never sells what it was not seen to acquire. Others have tokens from elsewhere. */
export const isCareful = (number: number): boolean => number % 2 === 0
/** Does more than trading. */
export const isLively = (number: number): boolean => number % 5 !== 4
/** Is paid by the platform, and moves money in and out. */
export const isPaid = (number: number): boolean => number % 3 === 0
