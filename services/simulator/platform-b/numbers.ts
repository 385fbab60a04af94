// The two ways in which platform_b has written numbers: fixed-point strings (since 2026), or whole
// cents and whole contracts beside dollar strings (until then).
import { count, dollars } from '../decimals.ts'

export type Generation = 'fixed-point' | 'cents'

type Json = Readonly<Record<string, unknown>>

/** A price under a name: `yes_bid_dollars`, and before 2026 also `yes_bid` in cents. */
export function priceField(generation: Generation, name: string, pricePico: number): Json {
  const now = { [`${name}_dollars`]: dollars(pricePico) }
  return generation === 'cents' ? { [name]: Math.round(pricePico / 1e10), ...now } : now
}

/** A number of contracts under a name: `volume_fp`, before 2026 `volume`, whole. */
export function countField(generation: Generation, name: string, sizeMicro: number): Json {
  return generation === 'cents'
    ? { [name]: Math.round(sizeMicro / 1e6) }
    : { [`${name}_fp`]: count(sizeMicro) }
}
