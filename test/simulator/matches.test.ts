// The made-up world is made of questions that both platforms ask in their own words: the matcher must
// find them in what the normalizer makes of it, and nothing else.
import { describe, expect, it } from '@jest/globals'
import type { Market, RawMarket } from '../../schemas/generated/events.ts'
import { createMatching } from '../../services/matcher/matching.ts'
import { toMatcherInput } from '../../services/matcher/to-matcher-input.ts'
import type { JsonObject } from '../../services/platforms/json.ts'
import { toMarket as toMarketA } from '../../services/platforms/platform-a/mapper/market.ts'
import { toMarket as toMarketB } from '../../services/platforms/platform-b/mapper/market.ts'
import { gammaEvent, gammaMarket } from '../../simulator/platform-a/gamma-objects.ts'
import { wireEvent, wireMarket } from '../../simulator/platform-b/objects.ts'
import { createTruth } from '../../simulator/truth.ts'
import { createWallets } from '../../simulator/wallets/wallets.ts'
import { createWorld, type World } from '../../simulator/world/world.ts'
import { saturdayMs } from './client.ts'

const dayMs = 86_400_000
const origin = { topic: 'raw.markets', partition: 0, offset: 0 }
const raw: RawMarket = {
  platform: 'platform_a',
  kind: 'market',
  native_id: '',
  url: '',
  received_at_ms: 0,
  body: '',
  event_body: null,
}

/** As it stands in an answer. */
const served = (json: unknown): JsonObject => JSON.parse(JSON.stringify(json)) as JsonObject

function openMarkets(world: World, nowMs: number): readonly Market[] {
  const results = [
    ...world
      .catalogA(nowMs)
      .markets.map((market) =>
        toMarketA(
          { raw, body: served(gammaMarket(world, market, nowMs)), origin },
          served(gammaEvent(world, market.event, nowMs)),
        ),
      ),
    ...world
      .catalogB(nowMs)
      .markets.map((market) =>
        toMarketB(
          { raw, body: served(wireMarket(world, market, nowMs, 'fixed-point')), origin },
          served(wireEvent(market.event, nowMs)),
        ),
      ),
  ]
  return results.flatMap((result) =>
    'value' in result && result.value.status === 'open' ? [result.value] : [],
  )
}

describe('a week of the simulated world', () => {
  const world = createWorld({
    seed: 'matches',
    historyDays: 2,
    size: 2,
    activity: 1,
    wallets: 600,
    heavyShare: 0,
  })
  const wallets = createWallets(world)
  const days = Array.from({ length: 7 }, (_, n) => saturdayMs + n * dayMs)
  const found = new Map<string, string>()
  const wanted = new Map<string, string>()
  let inverted = 0
  for (const nowMs of days) {
    const markets = openMarkets(world, nowMs)
    const open = new Set(markets.map(({ id }) => id))
    const matching = createMatching()
    for (const market of markets) matching.put(toMatcherInput(market))
    for (const { id, question } of markets) {
      const link = id.startsWith('pb_') ? (matching.linksOf(id)[0] ?? null) : null
      if (link) found.set(`${id} ${link.otherMarketId}/${link.outcomeIndex}`, question)
    }
    for (const { platformA, platformB, polarity } of createTruth(
      world,
      wallets,
      () => nowMs,
    ).matches()) {
      const [a, b, outcome] = [`pa_${platformA}`, `pb_${platformB}`, polarity === 'same' ? 0 : 1]
      if (!open.has(a) || !open.has(b)) continue
      inverted += outcome
      wanted.set(`${b} ${a}/${outcome}`, markets.find(({ id }) => id === b)?.question ?? '')
    }
  }

  it('holds questions that both ask, some of them turned round', () => {
    expect(wanted.size).toBeGreaterThan(300)
    expect(inverted).toBeGreaterThan(20)
  })

  it('has no match that is none', () => {
    expect([...found].filter(([link]) => !wanted.has(link))).toEqual([])
  })

  const foundRatio = (isOfKind: (link: string) => boolean): number => {
    const ofKind = [...wanted.keys()].filter(isOfKind)
    return ofKind.filter((link) => found.has(link)).length / ofKind.length
  }

  it('has nearly every game, total, candidate and price found', () => {
    const kinds = /^pb_KX(?:N\w+(?:GAME|TOTAL)|SEN|GOV|HOUSE|\w+D-)/
    // one in five hundred has no end on platform_a, and so no year
    expect(foundRatio((link) => kinds.test(link))).toBeGreaterThan(0.99)
  })

  it('has most of all found', () => {
    expect(foundRatio(() => true)).toBeGreaterThan(0.95)
  })
})
