// Who trades in the simulated world: some wallets, of which a few make most of the trades.
import { fraction, hexOf, mix } from '../random.ts'
import type { Trade } from './trades.ts'

// Destructured once: see random.ts.
const { floor } = Math

export interface Traders {
  /** The wallet of the taker or the maker of a trade; all fills of an order have the same two wallets. */
  numberOf(trade: Trade, isMaker: boolean): number
  /** All addresses, by wallet number. */
  readonly addresses: readonly string[]
  /** null: no wallet of the simulated world. */
  numberOfAddress(address: string): number | null
}

/**
 * Wallets are numbered from 0 to `wallets`, exclusive. `heavyShare`: the fraction of trades, on either side,
 * that one additional wallet makes.
 */
export function createTraders({
  wallets,
  heavyShare,
}: {
  readonly wallets: number
  readonly heavyShare: number
}): Traders {
  /** The number of the additional wallet, which exists if `heavyShare` is above 0. */
  const heavyWallet = wallets
  const known = heavyShare > 0 ? wallets + 1 : wallets
  const addresses = Array.from({ length: known }, (_, n) => `0x${hexOf(`wallet/${n}`, 40)}`)
  const numbers = new Map(addresses.map((address, n) => [address, n]))
  return {
    numberOf(trade, isMaker) {
      const hour = mix(trade.market.seed, floor(trade.timeUs / 3.6e9))
      const hash = mix(hour, trade.order * 2 + (isMaker ? 1 : 0))
      if (fraction(mix(hash, heavyWallet)) < heavyShare) return heavyWallet
      const draw = fraction(hash)
      return floor(wallets * draw * draw * draw)
    },
    addresses,
    numberOfAddress: (address) => numbers.get(address) ?? null,
  }
}

/** Splits before a sale of contracts that it does not hold. Other wallets hold contracts of unknown origin. */
export const coversSales = (number: number): boolean => number % 2 === 0
/** Splits, merges and converts besides trading. */
export const usesTokenActions = (number: number): boolean => number % 5 !== 4
/** Receives payments of the platform, makes deposits and withdrawals. */
export const hasPayments = (number: number): boolean => number % 3 === 0
