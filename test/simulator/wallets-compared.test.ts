// The rows of wallets as they are served, through the service's own mapping and fold, against the
// truth, which shares no line with them.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { RawActivity, WalletActivity } from '../../schemas/generated/events.ts'
import { toPositionValuation } from '../../services/domain/position-valuation.ts'
import { compareActivities } from '../../services/domain/positions-order.ts'
import { createPositionsReducer } from '../../services/domain/positions.ts'
import { toActivity } from '../../services/platforms/platform-a/mapper/activity.ts'
import { gammaPages, saturdayMs, serve, type Row, type Served } from './client.ts'

interface Leg {
  readonly tokens: readonly string[]
  readonly outcomes: readonly string[]
  readonly siblings: { id: string; createdAt: number }[]
}

let served: Served
let wallets: readonly string[]
/** By condition id; those that are shown. */
const legs = new Map<unknown, Leg>()

const texts = (value: unknown): string[] => JSON.parse(String(value)) as string[]

beforeAll(async () => {
  served = await serve({ historyDays: 1, size: 0.1 })
  wallets = served.simulator.truth
    .wallets()
    .map(({ address }) => address)
    .filter((_, n) => n < 5 || n % 20 === 0)
  for (const closed of [true, false]) {
    for (const event of await gammaPages(served, 'events', `closed=${closed}&limit=500`)) {
      const siblings: Leg['siblings'] = []
      for (const market of event['markets'] as Row[]) {
        if (market['conditionId'] === '') continue
        const isShown = market['active'] !== false && market['negRiskOther'] !== true
        const [id, createdMs] = [
          `pa_${String(market['conditionId'])}`,
          Date.parse(String(market['createdAt'])),
        ]
        if (isShown) siblings.push({ id, createdAt: Math.floor(createdMs / 1000) })
        const [tokens, outcomes] = [texts(market['clobTokenIds']), texts(market['outcomes'])]
        legs.set(market['conditionId'], { tokens, outcomes, siblings })
      }
    }
  }
})
afterAll(() => served.close())

async function rowsOf(wallet: string): Promise<readonly Row[]> {
  const rows: Row[] = []
  for (;;) {
    const page = await served.json<Row[]>(
      `/data/activity?user=${wallet}&limit=500&offset=${rows.length}&excludeDepositsWithdrawals=false`,
    )
    if (page.length === 0) return rows
    rows.push(...page)
  }
}

function mapped(wallet: string, rows: readonly Row[]): readonly WalletActivity[] {
  const observed = new Map<string, number>()
  return rows
    .flatMap((body) => {
      const words = JSON.stringify({ ...body, outcomeIndex: 0 })
      const repeat = observed.get(words) ?? 0
      observed.set(words, repeat + 1)
      const leg = legs.get(body['conditionId'])
      const raw: RawActivity = {
        platform: 'platform_a',
        wallet,
        url: '',
        received_at_ms: saturdayMs,
        body: null,
        repeat,
        tokens: [...(leg?.tokens ?? [])],
        outcomes: [...(leg?.outcomes ?? [])],
        progress: null,
      }
      const origin = { topic: 'raw.wallets', partition: 0, offset: 0 }
      const result = toActivity({ raw, body, origin })
      if ('value' in result) return [result.value]
      expect(result).toEqual({ drop: 'other_activity' })
      return []
    })
    .sort(compareActivities)
}

describe('what the service makes of a wallet', () => {
  it('is what it did', async () => {
    for (const wallet of wallets) {
      const found = mapped(wallet, await rowsOf(wallet)).map(
        ({ received_at_ms: _received, origin: _origin, platform: _platform, ...one }) => one,
      )
      const really = served.simulator.truth.activity(wallet).map((one) => ({
        id: one.id,
        wallet: one.wallet,
        type: one.type,
        market_id: one.nativeId && `pa_${one.nativeId}`,
        outcome_index: one.outcomeIndex,
        outcome: one.outcome,
        side: one.side,
        price: one.price,
        size: one.size,
        usdc_size: one.usdcSize,
        tx_hash: one.txHash,
        timestamp_ms: one.timestampMs,
        market_slug: one.marketSlug,
        event_slug: one.eventSlug,
        title: one.title,
      }))
      const byId = (one: { readonly id: string }, other: { readonly id: string }): number =>
        one.id < other.id ? -1 : 1
      expect(found.toSorted(byId)).toEqual(really.toSorted(byId))
    }
  })

  it('is what it holds, to the last digit', async () => {
    let positions = 0
    for (const wallet of wallets) {
      const reduce = createPositionsReducer({
        eventMarketsOf: (id) => legs.get(id.slice('pa_'.length))?.siblings ?? [],
      })
      for (const one of mapped(wallet, await rowsOf(wallet))) reduce.add(one)
      const found = reduce
        .positions()
        .map((one) => ({ ...one, ...toPositionValuation(one, null) }))
        .filter(({ size }) => size !== '0')
        .map((one) =>
          [one.marketId, one.outcomeIndex, one.size]
            .concat(one.avg_price, one.initial_value, one.realized_pnl)
            .join(),
        )
      const really = served.simulator.truth
        .positions(wallet)
        .map((one) =>
          [`pa_${one.nativeId}`, one.outcomeIndex, one.size]
            .concat(one.avgPrice, one.initialValue, one.realizedPnl)
            .join(),
        )
      expect(found.toSorted()).toEqual(really.toSorted())
      positions += found.length
    }
    expect(positions).toBeGreaterThan(300)
  })
})
