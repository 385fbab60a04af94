// The two number formats of platform_b: fixed-point strings (since 2026), or whole cents and whole
// contracts next to dollar strings (before 2026).
import { count, dollars } from '../decimals.ts'

export type NumberFormat = 'fixed-point' | 'cents'

type Json = Readonly<Record<string, unknown>>

/** A price field: `yes_bid_dollars`, and before 2026 also `yes_bid` in cents. */
export function priceField(numberFormat: NumberFormat, name: string, pricePico: number): Json {
  const now = { [`${name}_dollars`]: dollars(pricePico) }
  return numberFormat === 'cents' ? { [name]: Math.round(pricePico / 1e10), ...now } : now
}

/** A contract count: `volume_fp`, before 2026 `volume` in whole contracts. */
export function countField(numberFormat: NumberFormat, name: string, sizeMicro: number): Json {
  return numberFormat === 'cents'
    ? { [name]: Math.round(sizeMicro / 1e6) }
    : { [`${name}_fp`]: count(sizeMicro) }
}
