// The recorded activity of a wallet through the normalizer, and the recorded trades of markets through
// both of its doors. Needs the recordings beside the project, and is skipped where there are none.
import { expect, it } from '@jest/globals'
import { readFileSync } from 'node:fs'
import { parseDecimal } from '../../services/domain/money.ts'
import { activityIn, resultOf, normalizeActivity, normalizeTrade, tradeIn } from './records.ts'
import { describeWithRecordings, recordingsFolder } from '../support/recordings-folder.ts'

const folder = new URL('platform_a/', recordingsFolder)

type Row = Readonly<Record<string, unknown>>

function rowsIn(file: string): readonly Row[] {
  const content = JSON.parse(readFileSync(new URL(file, folder), 'utf8')) as Row | readonly Row[]
  return Array.isArray(content) ? content : ((content as Row)['data'] as readonly Row[])
}

const normalizeRow = (row: Row) => normalizeActivity(String(row['proxyWallet']).toLowerCase(), row)

function countResults(rows: readonly Row[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const row of rows) {
    const result = `${String(row['type'])}: ${resultOf(normalizeRow(row))}`
    counts[result] = (counts[result] ?? 0) + 1
  }
  return counts
}

describeWithRecordings('recorded activity')('recorded activity', () => {
  it('every row of the wallet is mapped, or counted as something else', () => {
    expect(countResults(rowsIn('data-activity/activity_all.json'))).toEqual({
      'TRADE: emit wallet-activity': 42,
      'REDEEM: emit wallet-activity': 2,
      'REWARD: emit wallet-activity': 4,
      'MAKER_REBATE: drop other_activity': 1,
      'TAKER_REBATE: drop other_activity': 1,
    })
    expect(countResults(rowsIn('data-activity/activity.json'))).toEqual({
      'REDEEM: emit wallet-activity': 15,
    })
  })

  it('what they say is what the rows say', () => {
    const rows = ['activity', 'activity_all'].flatMap((name) =>
      rowsIn(`data-activity/${name}.json`),
    )
    const emitted = rows.filter((row) => 'emit' in normalizeRow(row))
    expect(emitted.length).toBe(63)
    for (const row of emitted) {
      const activity = activityIn(normalizeRow(row))
      const isTrade = row['type'] === 'TRADE'
      expect(activity).toMatchObject({
        type: row['type'],
        market_id: row['conditionId'] === '' ? null : `pa_${String(row['conditionId'])}`,
        outcome_index: isTrade ? row['outcomeIndex'] : null,
        outcome: isTrade ? row['outcome'] : null,
        side: isTrade ? String(row['side']).toLowerCase() : null,
        price: isTrade ? parseDecimal(row['price']) : null,
        size: parseDecimal(row['size']),
        usdc_size: parseDecimal(row['usdcSize']),
        tx_hash: row['transactionHash'],
        timestamp_ms: Number(row['timestamp']) * 1000,
        title: row['title'] === '' ? null : row['title'],
      })
    }
  })

  it('five redemptions of one transaction are five facts; a row in both files is one', () => {
    const ids = (name: string) =>
      rowsIn(`data-activity/${name}.json`)
        .map(normalizeRow)
        .flatMap((outcome) => ('emit' in outcome ? [activityIn(outcome).id] : []))
    const [redemptions, all] = [ids('activity'), ids('activity_all')]
    expect(new Set(redemptions).size).toBe(15)
    expect(new Set(all).size).toBe(48)
    // the two newest redemptions are in both
    expect(new Set([...redemptions, ...all]).size).toBe(15 + 48 - 2)
  })

  it.each(['trades', 'captured-sanitized', 'data_api_trades_response'])(
    'trades in %s have one id as trades and as activity',
    (name) => {
      const rows = rowsIn(`data-trades/${name}.json`)
      expect(rows.length).toBeGreaterThan(2)
      for (const row of rows) {
        const market = `pa_${String(row['conditionId'] ?? row['condition_id'])}`
        // some rows have only the token of their outcome
        const known = { tokens: [String(row['asset'])], outcomes: [] }
        const about = 'outcome' in row ? {} : known
        const trade = tradeIn(normalizeTrade('platform_a', market, row, about))
        const wallet = String(row['proxyWallet'] ?? row['proxy_wallet']).toLowerCase()
        const activity = activityIn(normalizeActivity(wallet, { ...row, type: 'TRADE' }, about))
        expect({ ...activity, outcome: activity.outcome ?? '' }).toMatchObject({
          id: trade.id,
          wallet: trade.wallet,
          market_id: trade.market_id,
          outcome_index: trade.outcome_index,
          outcome: trade.outcome,
          price: trade.outcome_price,
          size: trade.size,
          tx_hash: trade.native_trade_id,
          timestamp_ms: trade.timestamp_ms,
        })
      }
    },
  )
})
