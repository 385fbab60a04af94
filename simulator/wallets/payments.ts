// Payments of the platform to a wallet, deposits and withdrawals: a pure function of wallet and day.
import { fraction, hashOf, hexOf, mix } from '../random.ts'
import { dayMs } from '../world/dates.ts'
import type { PaymentAction } from './wallet-action.ts'
import { hasPayments } from '../world/traders.ts'

/** Probability per day, hour of the day, and maximum amount. */
const kinds = [
  { type: 'REWARD', chance: 0.35, hour: 0, maxDollars: 90 },
  { type: 'MAKER_REBATE', chance: 0.3, hour: 0, maxDollars: 40 },
  { type: 'TAKER_REBATE', chance: 0.1, hour: 3, maxDollars: 60 },
  { type: 'YIELD', chance: 0.2, hour: 1, maxDollars: 5 },
  { type: 'DEPOSIT', chance: 0.12, hour: 8, maxDollars: 5_000 },
  { type: 'WITHDRAWAL', chance: 0.06, hour: 15, maxDollars: 2_000 },
] as const

/** fromMs (a midnight) <= time <= untilMs, oldest first. */
export function paymentsOf(
  seed: string,
  wallet: number,
  fromMs: number,
  untilMs: number,
): PaymentAction[] {
  if (!hasPayments(wallet)) return []
  const name = `${seed}/payments/${wallet}`
  const ownSeed = hashOf(name)
  const found: PaymentAction[] = []
  for (let day = Math.floor(fromMs / dayMs); day * dayMs <= untilMs; day++) {
    for (const [index, kind] of kinds.entries()) {
      const draw = mix(mix(ownSeed, day), index)
      if (fraction(draw) >= kind.chance) continue
      const spreadMs = 4 * 3_600_000 * fraction(mix(draw, 1))
      const timeUs = Math.floor(day * dayMs + kind.hour * 3_600_000 + spreadMs) * 1000
      if (timeUs > untilMs * 1000) continue
      found.push({
        type: kind.type,
        wallet,
        timeUs,
        event: 0,
        n: day * kinds.length + index,
        usdcMicro: 1 + Math.floor(kind.maxDollars * 1e6 * fraction(mix(draw, 2))),
        transaction: `0x${hexOf(`${name}/${day}/${index}`, 64)}`,
      })
    }
  }
  return found.sort((one, other) => one.timeUs - other.timeUs)
}
