// Money that the platform pays to a wallet, or that its owner moves: a pure function of wallet and day.
import { fraction, hashOf, hexOf, mix } from '../random.ts'
import { dayMs } from '../world/dates.ts'
import type { PaymentDeed } from './deed.ts'
import { isPaid } from '../world/traders.ts'

/** How often on a day, when about, and how much at most. */
const kinds = [
  { type: 'REWARD', chance: 0.35, hour: 0, mostDollars: 90 },
  { type: 'MAKER_REBATE', chance: 0.3, hour: 0, mostDollars: 40 },
  { type: 'TAKER_REBATE', chance: 0.1, hour: 3, mostDollars: 60 },
  { type: 'YIELD', chance: 0.2, hour: 1, mostDollars: 5 },
  { type: 'DEPOSIT', chance: 0.12, hour: 8, mostDollars: 5_000 },
  { type: 'WITHDRAWAL', chance: 0.06, hour: 15, mostDollars: 2_000 },
] as const

/** fromMs (a midnight) <= time <= untilMs, oldest first. */
export function paymentsOf(
  seed: string,
  wallet: number,
  fromMs: number,
  untilMs: number,
): PaymentDeed[] {
  if (!isPaid(wallet)) return []
  const name = `${seed}/payments/${wallet}`
  const ownSeed = hashOf(name)
  const found: PaymentDeed[] = []
  for (let day = Math.floor(fromMs / dayMs); day * dayMs <= untilMs; day++) {
    for (const [place, kind] of kinds.entries()) {
      const draw = mix(mix(ownSeed, day), place)
      if (fraction(draw) >= kind.chance) continue
      const spreadMs = 4 * 3_600_000 * fraction(mix(draw, 1))
      const timeUs = Math.floor(day * dayMs + kind.hour * 3_600_000 + spreadMs) * 1000
      if (timeUs > untilMs * 1000) continue
      found.push({
        type: kind.type,
        wallet,
        timeUs,
        event: 0,
        n: day * kinds.length + place,
        usdcMicro: 1 + Math.floor(kind.mostDollars * 1e6 * fraction(mix(draw, 2))),
        transaction: `0x${hexOf(`${name}/${day}/${place}`, 64)}`,
      })
    }
  }
  return found.sort((one, other) => one.timeUs - other.timeUs)
}
