// Exact decimals of the simulated world: prices are integers of 1e-12 dollars, sizes of 1e-6
// contracts. The functions here format them as the platforms do.

/** Price units in a dollar. */
export const DOLLAR = 1_000_000_000_000

/** `units` of 10^-places, as the shortest decimal: "0.53", "12", "-0.1". */
export function shortest(units: number, places: number): string {
  const text = fixed(units, places, places)
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

/** `units` of 10^-places, truncated to `digits` digits after the point: "0.5300". */
export function fixed(units: number, places: number, digits: number): string {
  const sign = units < 0 ? '-' : ''
  const text = String(Math.abs(units)).padStart(places + 1, '0')
  const whole = text.slice(0, text.length - places)
  return digits === 0
    ? sign + whole
    : `${sign}${whole}.${text.slice(text.length - places).slice(0, digits)}`
}

export const priceText = (pricePico: number): string => shortest(pricePico, 12)
export const sizeText = (sizeMicro: number): string => shortest(sizeMicro, 6)
/** For platform_a's JSON numbers: the double that prints with exactly the digits of the decimal. */
export const priceNumber = (pricePico: number): number => Number(priceText(pricePico))
export const sizeNumber = (sizeMicro: number): number => Number(sizeText(sizeMicro))
/** As platform_b writes dollars ("0.5600") and counts ("28.74"). */
export const dollars = (pricePico: number): string => fixed(pricePico, 12, 4)
export const count = (sizeMicro: number): string => fixed(sizeMicro, 6, 2)
