// Markets that are first seen in a trade: the trade is appended at once, and its market is looked up later.
import { describe, expect, it } from '@jest/globals'
import { identifyTrade } from '../../../services/platforms/platform-a/source/trades.ts'
import type { TradeRow } from '../../../services/platforms/source.ts'
import { toTradeRecord } from '../../../services/poller/feeds/trade-records.ts'
import type { NewRow } from '../../../services/poller/windows/published-rows.ts'
import { openLookups } from '../support/market-lookups.ts'
import { nowMs, nowS } from '../support/source.ts'

/** A trade in market n; index 999 does not tell its outcome. */
function tradeIn(n: number, outcomeIndex = 0, size = 1): NewRow<TradeRow> {
  const fields = {
    conditionId: `0xm${n}`,
    transactionHash: '0xt',
    asset: 'second',
    outcome: outcomeIndex === 0 ? 'Yes' : 'No',
    outcomeIndex,
    size,
    timestamp: nowS,
  }
  const body = JSON.stringify(fields)
  return { row: { ...identifyTrade(fields, body), body, url: 'u', receivedAtMs: 0 }, repeat: 0 }
}

const tradesIn = (count: number): NewRow<TradeRow>[] =>
  Array.from({ length: count }, (_, n) => tradeIn(n))

type Opened = Awaited<ReturnType<typeof openLookups>>

/** As the tape appends new trades. */
async function append({ lookups, publisher, memory }: Opened, trades: NewRow<TradeRow>[]) {
  const awaiting = lookups.addTrades(trades)
  const records = trades.map((trade) =>
    toTradeRecord('platform_a', memory, trade, awaiting.has(trade)),
  )
  await publisher.publish('platform_a', records)
}

/** Of each record: its market, whether it awaits it, and the tokens. */
const recordsOf = ({ log }: Opened): string[] =>
  log
    .values('raw.trades')
    .map(({ value }) => `${value.market_id} ${value.awaits_market} ${value.tokens.join()}`)

describe('look-ups of markets', () => {
  it('happen after the trades were appended, in batches, and once for each market', async () => {
    const opened = await openLookups()
    await append(opened, [...tradesIn(120), ...tradesIn(120)])
    expect(opened.asked).toEqual([])
    expect(recordsOf(opened)).toHaveLength(240)
    await opened.settle(() => opened.memory.markets.size === 120)
    expect(opened.asked.map((ids) => ids.length)).toEqual([50, 50, 20])
    expect(opened.lookups.addTrades(tradesIn(120)).size).toBe(0)
    expect(recordsOf(opened)).toHaveLength(240)
  })

  it('start with the most traded markets', async () => {
    const opened = await openLookups()
    await append(opened, tradesIn(60))
    await append(opened, [tradeIn(57), tradeIn(58), tradeIn(58)])
    await opened.settle(() => opened.memory.markets.size === 60)
    expect(opened.asked[0]?.slice(0, 3)).toEqual(['0xm58', '0xm57', '0xm0'])
  })

  it('cost as much as there are markets in the queue, not as much for each request', async () => {
    const opened = await openLookups()
    const { markets } = opened.memory
    await append(opened, tradesIn(2_000))
    let visits = 0
    const has = markets.has.bind(markets)
    markets.has = (id) => {
      visits += 1
      return has(id)
    }
    await opened.settle(() => markets.size === 2_000)
    expect(opened.asked).toHaveLength(40)
    expect(visits).toBeLessThanOrEqual(5 * 2_000)
  })

  it('leave out markets that a list has shown meanwhile', async () => {
    const opened = await openLookups()
    await append(opened, tradesIn(3))
    opened.learn('0xm1')
    await opened.settle(() => opened.memory.markets.size === 3)
    expect(opened.asked).toEqual([['0xm0', '0xm2']])
  })

  it('are followed by the trades whose outcome only the market tells', async () => {
    const opened = await openLookups()
    await append(opened, [tradeIn(1, 999), tradeIn(1, 999, 2), tradeIn(1), tradeIn(2, 999)])
    opened.absent.add('0xm2')
    await opened.settle(() => recordsOf(opened).length === 7)
    expect(recordsOf(opened)).toEqual([
      'pa_0xm1 true ',
      'pa_0xm1 true ',
      'pa_0xm1 false ',
      'pa_0xm2 true ',
      'pa_0xm1 false first,second',
      'pa_0xm1 false first,second',
      'pa_0xm2 false ',
    ])
    // A market that was not found is not looked up again at once.
    await append(opened, [tradeIn(2, 999)])
    expect(recordsOf(opened).at(-1)).toBe('pa_0xm2 false ')
    expect(opened.asked).toHaveLength(1)
  })

  it('are repeated while the platform does not answer', async () => {
    const opened = await openLookups()
    await append(opened, [...tradesIn(3), tradeIn(1, 999)])
    opened.failures.set('all', 500)
    setTimeout(() => opened.failures.clear(), 30)
    await opened.settle(() => recordsOf(opened).length === 5)
    expect(opened.memory.markets.size).toBe(3)
  })

  it.each([500, 400])('of other markets succeed while one market gives %i', async (status) => {
    const opened = await openLookups()
    opened.failures.set('0xm7', status)
    await append(opened, tradesIn(120))
    await append(opened, [tradeIn(7), tradeIn(7)])
    const others = status === 400 ? 119 : 70
    await opened.settle(() => opened.memory.markets.size >= others)
    expect(opened.memory.markets.has('pa_0xm7')).toBe(false)
  })

  it('lose nothing when the process ends before them', async () => {
    const before = await openLookups()
    await append(before, [tradeIn(1), tradeIn(2, 999), tradeIn(3, 999), tradeIn(4)])
    expect(before.lookups.lookUpFromMs).toBe(nowMs)
    // Of the trade in market 3, the second record was appended as well.
    before.learn('0xm3')
    await before.publisher.publish('platform_a', [
      toTradeRecord('platform_a', before.memory, tradeIn(3, 999)),
    ])
    const { log } = before
    const after = await openLookups({ log, lookUpFromMs: nowMs })
    after.learn('0xm3')
    after.learn('0xm4')
    await after.settle(() => after.memory.markets.size === 4 && after.lookups.lookUpFromMs === null)
    expect(after.asked.flat().toSorted()).toEqual(['0xm1', '0xm2'])
    expect(recordsOf(after).slice(5)).toEqual(['pa_0xm2 false first,second'])
  })

  it('read the log again for markets that found no place in the queue', async () => {
    const opened = await openLookups()
    const trades = [...tradesIn(20_010), tradeIn(20_011, 999)]
    await append(opened, trades)
    await opened.settle(
      () => opened.memory.markets.size === 20_011 && opened.lookups.lookUpFromMs === null,
    )
    expect(new Set(opened.asked.flat()).size).toBe(20_011)
    expect(recordsOf(opened).slice(20_011)).toEqual(['pa_0xm20011 false first,second'])
  })

  it('do not concern rows that name no market', async () => {
    const opened = await openLookups()
    const { row } = tradeIn(1, 999)
    expect(
      opened.lookups.addTrades([{ row: { ...row, marketNativeId: '' }, repeat: 0 }]).size,
    ).toBe(0)
    expect(opened.lookups.lookUpFromMs).toBe(null)
  })
})
