// A client that follows the trades of all markets with the cursor of /v1/trades, and knows nothing of restarts: a
// request that fails is repeated with the same cursor.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Trade, TradeLogPage } from '../../schemas/generated/api.ts'

export interface CursorFollower {
  /** The trades received so far, by market, in the order of arrival. */
  tradesOf(marketId: string): readonly Trade[]
  /** Requests that were answered, and those that were not or with 503. */
  counts(): { readonly answered: number; readonly failed: number }
  /** Rejects if a request was refused. */
  stop(): Promise<void>
}

const pauseMs = 50

/** `url`: rejects if the service ends before it has an address. */
export function followByCursor(url: () => Promise<string>, apiKey: string): CursorFollower {
  const byMarket = new Map<string, Trade[]>()
  const counts = { answered: 0, failed: 0 }
  let cursor: string | null = null
  let isStopped = false

  /** Returns null if the service did not answer. */
  async function request(): Promise<Response | null> {
    try {
      const after = cursor === null ? '' : `&after=${cursor}`
      const response = await fetch(`${await url()}/v1/trades?limit=1000${after}`, {
        headers: { 'X-API-Key': apiKey, Connection: 'close' },
      })
      // the body too can be cut
      const body = await response.arrayBuffer()
      return new Response(body, { status: response.status })
    } catch {
      return null
    }
  }

  async function follow(): Promise<void> {
    while (!isStopped) {
      const response = await request()
      if (response === null || response.status === 503) {
        counts.failed += 1
        await sleep(pauseMs)
        continue
      }
      if (response.status !== 200)
        throw new Error(`/v1/trades: ${response.status} ${await response.text()}`)
      const page = (await response.json()) as TradeLogPage
      counts.answered += 1
      for (const trade of page.trades) {
        const known = byMarket.get(trade.market_id) ?? []
        byMarket.set(trade.market_id, known)
        known.push(trade)
      }
      cursor = page.cursor
      if (!page.has_more) await sleep(pauseMs)
    }
  }

  const following = follow()
  following.catch(() => undefined)
  return {
    tradesOf: (marketId) => byMarket.get(marketId) ?? [],
    counts: () => counts,
    async stop() {
      isStopped = true
      await following
    },
  }
}
