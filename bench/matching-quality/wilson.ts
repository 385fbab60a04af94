// How sure a share is that was seen in few cases.

/** Of a normal distribution, 95% lie within so many deviations. */
const z = 1.959963984540054

/** The 95% interval of Wilson's score; all shares are possible when nothing was seen. */
export function wilsonInterval(hits: number, of: number): readonly [low: number, high: number] {
  if (of === 0) return [0, 1]
  const share = hits / of
  const middle = share + z ** 2 / (2 * of)
  const reach = z * Math.sqrt((share * (1 - share)) / of + z ** 2 / (4 * of ** 2))
  const whole = 1 + z ** 2 / of
  // at both ends, rounding would leave a hair of what is none
  return [hits === 0 ? 0 : (middle - reach) / whole, hits === of ? 1 : (middle + reach) / whole]
}
