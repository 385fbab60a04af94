// An empty history is believed only while the platform returns trades that it returned before.
import { expect, it } from '@jest/globals'
import { createTradeWitnesses } from '../../../services/poller/feeds/trade-witnesses.ts'
import { createPlatformA } from '../../../services/platforms/platform-a/source/source.ts'
import type { TradeRow } from '../../../services/platforms/source.ts'
import { createDeps, never, nowMs } from '../support/source.ts'

const rowOf = (marketNativeId: string): TradeRow => {
  const key = `trade of ${marketNativeId}`
  return { marketNativeId, key, timeMs: nowMs, body: '', url: '', receivedAtMs: nowMs }
}
const answerWith = (...rows: TradeRow[]) => ({ rows, asOfMs: nowMs, isComplete: true })

it('is confirmed by one of the last trades, at most every five seconds', async () => {
  const deps = createDeps()
  const url = 'http://a'
  const platformA = createPlatformA({ gammaUrl: url, clobUrl: url, dataUrl: url }, deps)
  let served: string[] = []
  const asked: string[] = []
  const witnesses = createTradeWitnesses({
    ...deps,
    source: {
      ...platformA,
      trades: async (ids, window) => {
        asked.push(...ids)
        expect(window).toEqual({ fromS: nowMs / 1000, untilS: nowMs / 1000 + 1 })
        return answerWith(...ids.filter((id) => served.includes(id)).map(rowOf))
      },
    },
  })
  // Nothing was returned yet: there is nothing to compare with.
  await witnesses.confirmTradesAreReturned(never)
  for (const id of ['1', '2', '3', '4', '5', '6']) witnesses.note(answerWith(rowOf(id)))
  witnesses.note(answerWith())
  await witnesses.confirmTradesAreReturned(never)
  expect(asked).toEqual([])

  await deps.sleep(5_000, never)
  await expect(witnesses.confirmTradesAreReturned(never)).rejects.toThrow('not even known ones')
  expect(asked.splice(0)).toEqual(['6', '5', '4', '3', '2'])
  served = ['4']
  await witnesses.confirmTradesAreReturned(never)
  await witnesses.confirmTradesAreReturned(never)
  expect(asked).toEqual(['6', '5', '4'])
  await platformA.close()
})
