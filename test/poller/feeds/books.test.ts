// How often a share asks for its books, and with how few requests: the most traded ones most often,
// and with them whatever else is due about then.
import { describe, expect, it } from '@jest/globals'
import type { MarketState } from '../../../services/poller/checkpoints.ts'
import { followBooks } from '../../../services/poller/feeds/books.ts'
import { createPlatformA } from '../../../services/poller/platforms/platform-a.ts'
import type { Source } from '../../../services/poller/platforms/source.ts'
import { createPublisher } from '../../../services/poller/publisher.ts'
import { createTurns } from '../../../services/poller/turns.ts'
import { createMemoryLog, jsonCodec } from '../support/memory-log.ts'
import { createDeps } from '../support/source.ts'

const urls = { gammaUrl: 'http://a', clobUrl: 'http://a', dataUrl: 'http://a' }

/** One share follows that many markets for a while; what it asked for, and when. */
async function follow(marketCount: number, forMs: number) {
  const deps = createDeps()
  const startMs = deps.now()
  const asked: { readonly atMs: number; readonly ids: readonly string[] }[] = []
  const platformA = createPlatformA(urls, deps)
  const source: Source = {
    ...platformA,
    async books(targets) {
      asked.push({ atMs: deps.now() - startMs, ids: targets.map(({ id }) => id) })
      return []
    },
  }
  const markets = new Map(
    Array.from({ length: marketCount }, (_, n): [string, MarketState] => {
      const id = String(n).padStart(3, '0')
      return [id, { nativeId: id, hasBook: true, volume24h: 1_000 - n, tokens: ['1'] } as never]
    }),
  )
  const log = createMemoryLog(deps.now)
  const writer = await log.openWriter('test')
  const ending = new AbortController()
  const following = followBooks({
    ...deps,
    source,
    memory: { markets, histories: new Map(), books: new Map() },
    publisher: createPublisher({ ...deps, writer, codec: jsonCodec, topicPrefix: 'pm.' }),
    turns: createTurns(() => 1),
    sleep: async (ms, signal) => {
      if (deps.now() >= startMs + forMs) ending.abort(new Error('enough'))
      await deps.sleep(ms, signal)
    },
    signal: ending.signal,
  })
  await expect(following).rejects.toThrow('enough')
  await platformA.close()
  const times = (id: string): number => asked.filter(({ ids }) => ids.includes(id)).length
  return { asked, times }
}

describe('the books of a share', () => {
  it('are asked for by how much is traded, together', async () => {
    const { asked, times } = await follow(80, 360_000)
    // Of a twelfth of all markets nine are the most traded, and the next 33 the middle.
    expect(['000', '008'].map(times)).toEqual([121, 121])
    for (const id of ['009', '041']) {
      expect(times(id)).toBeGreaterThanOrEqual(17)
      expect(times(id)).toBeLessThanOrEqual(20)
    }
    for (const id of ['042', '079']) expect(times(id)).toBe(3)
    expect(asked).toHaveLength(121)
  })

  it('are asked for without a pause while more is due than one request may name', async () => {
    const { asked } = await follow(250, 1)
    expect(asked.map(({ atMs, ids }) => [atMs, ids.length])).toEqual([
      [0, 100],
      [0, 100],
      [0, 50],
      [3_000, 9],
    ])
  })
})
