// What the poller knows to be in the log, from memory and from the log itself.
import { describe, expect, it } from '@jest/globals'
import { identifyTrade } from '../../../services/platforms/platform-a/source/trades.ts'
import { readPublishedTrades } from '../../../services/poller/feeds/published-trades.ts'
import { toTapeKey } from '../../../services/poller/feeds/tape-rows.ts'
import {
  createPublishedRows,
  type PublishedRows,
} from '../../../services/poller/windows/published-rows.ts'
import { toId } from '../../../services/platforms/identity.ts'
import { createMemoryLog, jsonCodec } from '../support/memory-log.ts'
import { never, nowMs } from '../support/source.ts'

const bodyOf = (hash: string, secondsAgo: number): string =>
  JSON.stringify({ transactionHash: hash, asset: '1', timestamp: nowMs / 1000 - secondsAgo })
const identify = (body: string) => identifyTrade(JSON.parse(body), body)
const row = (hash: string, secondsAgo: number) => {
  const body = bodyOf(hash, secondsAgo)
  return { ...identify(body), body, url: '', receivedAtMs: nowMs }
}
const selected = (published: PublishedRows, rows: ReturnType<typeof row>[]) =>
  published.select(rows).map((one) => `${one.row.body}#${one.repeat}`)

describe('published trades', () => {
  it('numbers rows that are said in the same words, and lets only new ones through', () => {
    const published = createPublishedRows()
    const twice = [row('a', 5), row('a', 5)]
    expect(selected(published, twice)).toEqual([`${bodyOf('a', 5)}#0`, `${bodyOf('a', 5)}#1`])
    published.note(published.select(twice))
    expect(selected(published, twice)).toEqual([])
    expect(selected(published, [...twice, row('a', 5)])).toEqual([`${bodyOf('a', 5)}#2`])
    // Another price or time is another trade.
    expect(selected(published, [row('a', 6)])).toEqual([`${bodyOf('a', 6)}#0`])
  })

  it('changes nothing by selecting', () => {
    const published = createPublishedRows()
    expect(published.select([row('a', 5)])).toHaveLength(1)
    expect(published.select([row('a', 5)])).toHaveLength(1)
  })

  it('forgets what is old, but nothing that lies in a gap', () => {
    const published = createPublishedRows()
    for (const secondsAgo of [5, 50, 400, 500])
      published.note([{ row: row('a', secondsAgo), repeat: 0 }])
    const at = nowMs - 500_000
    published.forgetRowsBefore(nowMs - 10_000, [
      { from_ms: at, until_ms: at + 1, reason: 'unreachable' },
    ])
    const left = [5, 50, 400, 500].filter((s) => published.select([row('a', s)]).length === 0)
    // the row of 400 seconds ago is the next one after the gap
    expect(left).toEqual([5, 400, 500])
  })

  it('keeps the next rows before and after a gap, however far they are', () => {
    const published = createPublishedRows()
    const ages = [5, 100, 900, 1_000, 2_000, 3_000, 4_000]
    for (const age of ages) published.note([{ row: row('a', age), repeat: 0 }])
    published.forgetRowsBefore(nowMs - 10_000, [
      { from_ms: nowMs - 1_900_000, until_ms: nowMs - 1_100_000, reason: 'unreachable' },
    ])
    const left = ages.filter((age) => published.select([row('a', age)]).length === 0)
    expect(left).toEqual([5, 1_000, 2_000])
  })

  it('reads from the log what was published lately, of its own platform', async () => {
    let atMs = nowMs
    const log = createMemoryLog(() => atMs)
    const writer = await log.openWriter('poller')
    const append = async (platform: 'platform_a' | 'platform_b', body: string, repeat: number) => {
      const value = jsonCodec.encode('raw.trades', {
        platform,
        market_id: 'm',
        url: '',
        received_at_ms: atMs,
        body,
        repeat,
        tokens: [],
        outcomes: [],
        awaits_market: false,
        progress: null,
      })
      await writer.append([{ topic: 'pm.raw.trades', key: toId(platform, body), value }])
    }
    atMs = nowMs - 86_400_000
    await append('platform_a', bodyOf('old', 86_500), 0)
    atMs = nowMs
    await append('platform_a', bodyOf('a', 5), 0)
    await append('platform_a', bodyOf('a', 5), 1)
    await append('platform_b', bodyOf('b', 5), 0)
    const published = await readPublishedTrades({
      log,
      codec: jsonCodec,
      topicPrefix: 'pm.',
      source: { platform: 'platform_a', identifyTrade: identify },
      sinceMs: nowMs - 60_000,
      signal: never,
    })
    const rows = [row('a', 5), row('a', 5), row('a', 5), row('b', 5), row('old', 86_500)].map(
      (one) => ({ ...one, key: toTapeKey(one.key) }),
    )
    expect(selected(published, rows).toSorted()).toEqual(
      [`${bodyOf('a', 5)}#2`, `${bodyOf('b', 5)}#0`, `${bodyOf('old', 86_500)}#0`].toSorted(),
    )
  })
})
