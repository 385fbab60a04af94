// platform_b: the only fact that is derived from a ticker (the platform's id of a market). The series
// cannot be derived: KXHIGHNY has events named HIGHNY-22DEC22 and events named KXHIGHNY-26AUG08.

/**
 * Returns whether the market is a parlay (a market that combines other markets). There are hundreds of
 * thousands of them, one for each combination that a user has requested.
 */
export function isParlayTicker(ticker: string): boolean {
  return ticker.startsWith('KXMVE')
}
