// Confidence interval of a proportion that was measured in few cases.

/** 95% of a normal distribution lie within this many standard deviations. */
const z = 1.959963984540054

/** The 95% Wilson score interval; [0, 1] if there are no cases. */
export function wilsonInterval(hits: number, total: number): readonly [low: number, high: number] {
  if (total === 0) return [0, 1]
  const share = hits / total
  const center = share + z ** 2 / (2 * total)
  const margin = z * Math.sqrt((share * (1 - share)) / total + z ** 2 / (4 * total ** 2))
  const denominator = 1 + z ** 2 / total
  // avoids rounding errors at exactly 0 and 1
  return [
    hits === 0 ? 0 : (center - margin) / denominator,
    hits === total ? 1 : (center + margin) / denominator,
  ]
}
