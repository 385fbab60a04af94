// platform_b: whether a ticker (the platform's id of a market) is that of a parlay. Nothing else is derived from a
// ticker. The series of a market, for example, cannot be derived: KXHIGHNY has events named HIGHNY-22DEC22 and events
// named KXHIGHNY-26AUG08.

/**
 * Returns whether the market is a parlay (a market that combines other markets). There are hundreds of
 * thousands of them, one for each combination that a user has requested.
 */
export function isParlayTicker(ticker: string): boolean {
  return ticker.startsWith('KXMVE')
}
