// What exchange.ts reports about its changes.

/** The id of the market, the number of the change, and its time. */
export type Change = readonly [id: string, version: number, atMs: number]
