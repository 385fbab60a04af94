// What platform_a says of a wallet's positions beside what its recorded activity comes to here. Says what
// docs/wallets.md says of it. Needs the recordings beside the project, and is skipped where there are none.
import { expect, it } from '@jest/globals'
import { describeWithRecordings } from '../support/recordings-folder.ts'
import { one, product, rounded, unitsIn } from './scaled-integers.ts'
import { costOf, positionsOf } from './expected-positions.ts'
import { eventually } from '../support/waiting.ts'
import { timeoutMs, waiting } from './waiting.ts'
import { openRecordedUpstream } from './recorded-upstream.ts'
import {
  onceEach,
  readRecording,
  recordedPositions,
  toObservation,
  type Json,
} from './recordings.ts'
import { startService } from './running-service.ts'
import { runs } from './runs.ts'

const describeRecorded = describeWithRecordings('positions tests')

const wallet = '0x94d6b6c9c3a69d5b841c12a8db703ebbbb19e686'
/** The run that has activity in it. */
const run = runs.find(({ parts }) => parts.some(({ kind }) => kind === 'activity'))
const activityParts = run?.parts.filter(({ kind }) => kind === 'activity') ?? []

function activityRows(): readonly Json[] {
  return onceEach(activityParts.map(readRecording)).map(({ json }) => json)
}

const ofType = (type: string) => activityRows().filter((row) => row['type'] === type)
const conditionsOf = (rows: readonly Json[]) => [
  ...new Set(rows.map((row) => String(row['conditionId']))),
]
const inBoth = (some: readonly string[], others: readonly string[]) =>
  some.filter((id) => others.includes(id))

describeRecorded('recorded positions and recorded activity', () => {
  it('are of one wallet, and have no market in common', () => {
    const [positions, activity] = [recordedPositions('positions'), activityRows()]
    for (const row of [...positions, ...activity]) expect(row['proxyWallet']).toBe(wallet)
    const [held, done] = [conditionsOf(positions), conditionsOf(activity)]
    expect([held.length, done.length]).toEqual([2, 16]) // 15 markets, and rewards, which have none
    expect(inBoth(held, done)).toEqual([])
    expect(activity.length).toBe(63)
  })

  it('would have to go back further to meet: what is held ended before the first recorded purchase', () => {
    const firstMs = Math.min(...ofType('TRADE').map((row) => Number(row['timestamp']) * 1000))
    for (const row of recordedPositions('positions')) {
      expect(Date.parse(String(row['endDate']))).toBeLessThan(firstMs)
      // resolved, lost and not redeemed: what the platform still lists, and we would
      expect(row).toMatchObject({ curPrice: 0, redeemable: true, realizedPnl: 0 })
      expect(row['totalBought']).toBe(row['size'])
    }
  })

  it('agree in this: what was redeemed is not held', () => {
    const redeemed = conditionsOf(ofType('REDEEM'))
    const bought = conditionsOf(ofType('TRADE'))
    expect(inBoth(bought, redeemed)).toEqual(bought)
    expect(inBoth(conditionsOf(recordedPositions('positions')), redeemed)).toEqual([])
  })
})

describeRecorded('recorded purchases', () => {
  it(
    'are held at what they cost, as long as the wallet has not redeemed them',
    async () => {
      const bought = ofType('TRADE')
      for (const row of bought) expect(row).toMatchObject({ side: 'BUY', outcomeIndex: 1 })
      const madeUp = (run?.madeUp.platform_a ?? []).map((market) =>
        toObservation(JSON.stringify(market)),
      )
      const listed = new Map(madeUp.map(({ json }) => [String(json['conditionId']), json]))
      const positions = positionsOf(bought, listed)
      expect(positions.map((position) => position.cur_price)).toEqual([0.75, null])

      const untilS = Math.max(...bought.map((row) => Number(row['timestamp'])))
      const recordings = activityParts.map(readRecording).map((recording) => ({
        ...recording,
        objects: recording.objects.filter(({ json }) => Number(json['timestamp']) <= untilS),
      }))
      const upstream = await openRecordedUpstream(recordings, {
        platform_a: madeUp,
        platform_b: [],
      })
      const service = await startService(upstream.environment)
      try {
        await eventually(
          async () =>
            expect(await service.get(`/v1/wallets/${wallet}/positions`)).toEqual({
              address: wallet,
              positions,
              limit: 100,
              cursor: null,
              has_more: false,
              complete: true,
            }),
          waiting,
        )
        expect(service.failures).toEqual([])
      } finally {
        await service.stop()
        await upstream.close()
      }
    },
    2 * timeoutMs,
  )

  it('cost their price, and a taker 5 % of price · (1 − price) besides', () => {
    const withFee = ofType('TRADE').filter((row) => {
      const fee = unitsIn(row, 'usdcSize') - costOf(row)
      const price = unitsIn(row, 'price')
      const takers = product(unitsIn(row, 'size'), product(price, one - price)) / 20n
      const [isFree, isTakers] = [0n, takers].map((expected) => rounded(fee - expected, 4) === 0n)
      expect(isFree || isTakers).toBe(true)
      return !isFree
    })
    expect([withFee.length, ofType('TRADE').length]).toEqual([7, 42])
  })
})
