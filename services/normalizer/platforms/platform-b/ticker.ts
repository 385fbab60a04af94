// platform_b: what may be known from a ticker alone. Never its series: KXHIGHNY has events named
// HIGHNY-22DEC22 as well as KXHIGHNY-26AUG08.

/** Parlays: hundreds of thousands of rows, one for each combination that a user once asked for. */
export function isParlayTicker(ticker: string): boolean {
  return ticker.startsWith('KXMVE')
}
