// What a normalizer with a wrong mapping would have appended: for the tests of `ops replay`.
import type { TopicValues } from '../../schemas/generated/events.ts'
import { openLocalCodec } from '../../services/lib/codec/local.ts'
import { join } from 'node:path'
import { openLogContents } from '../chaos/log-contents.ts'

export const wrongPrice = 0.0001
export const wrongQuestion = 'Is this mapping wrong?'

export interface RightFacts {
  readonly marketId: string
  readonly question: string
  /** Of all trades of the market, ascending. */
  readonly prices: readonly number[]
  readonly bestBid: number
}

type Facts = Pick<TopicValues, 'markets' | 'books'> & { trades: TopicValues['trades'] }

/**
 * Appends a wrong record for each fact of the market that has a book and most trades: the newest state, all trades, all
 * books. Resolves with what is right. The service must not run.
 */
export async function appendWrongFacts(dataDir: string): Promise<RightFacts> {
  const contents = await openLogContents(dataDir)
  try {
    const trades = await newestByMarket(contents.records('trades'), ({ trade }) => trade?.id)
    const books = await newestByMarket(contents.records('books'), (b) => String(b.origin.offset))
    const markets = await newestByMarket(contents.records('markets'), () => '')
    const [marketId = ''] = [...trades.keys()]
      .filter((id) => [...(books.get(id)?.values() ?? [])].at(-1)?.bids[0] !== undefined)
      .sort((a, b) => (trades.get(b)?.size ?? 0) - (trades.get(a)?.size ?? 0))
    const rightTrades = [...(trades.get(marketId)?.values() ?? [])]
    const rightBooks = [...(books.get(marketId)?.values() ?? [])]
    const [market] = markets.get(marketId)?.values() ?? []
    const bestBid = rightBooks.at(-1)?.bids[0]
    if (!market || !bestBid || rightTrades.length < 2) throw new Error('too few facts')

    const codec = await openLocalCodec({ path: join(dataDir, 'schemas') })
    const encode = <T extends keyof Facts>(topic: T, value: Facts[T]) => ({
      topic: `pm.${topic}`,
      key: marketId,
      value: codec.encode(topic, value as TopicValues[T]),
    })
    const price = String(wrongPrice)
    const writer = await contents.log.openWriter('wrong-mapping')
    await writer.append([
      encode('markets', { ...market, question: wrongQuestion }),
      ...rightTrades.map(({ trade }) =>
        encode('trades', { trade: trade && { ...trade, price }, progress: null }),
      ),
      ...rightBooks.map((book) => encode('books', { ...book, bids: [{ price, size: '1' }] })),
    ])
    await writer.close()
    return {
      marketId,
      question: market.question,
      prices: rightTrades.map(({ trade }) => Number(trade?.price)).sort((a, b) => a - b),
      bestBid: Number(bestBid.price),
    }
  } finally {
    await contents.close()
  }
}

/** The newest record of each id, by market. */
async function newestByMarket<T>(
  records: AsyncIterable<{ readonly key: string | null; readonly contents: T }>,
  toId: (value: T) => string | undefined,
): Promise<ReadonlyMap<string, ReadonlyMap<string, T>>> {
  const found = new Map<string, Map<string, T>>()
  for await (const { key, contents } of records) {
    const id = toId(contents)
    if (id === undefined || key === null) continue
    const ofMarket = found.get(key) ?? new Map<string, T>()
    found.set(key, ofMarket.set(id, contents))
  }
  return found
}
