// A record with an id of no registered platform becomes a dead letter, whichever topic it lies in.
import { describe, expect, it } from '@jest/globals'
import type { ProjectorRecord } from '../../services/projector/table-rows.ts'
import { rejectUnknownPlatform } from '../../services/lib/run/unknown-platform.ts'
import { aRecord } from './run-projector.ts'
import {
  aBook,
  aBookSighting,
  anAudit,
  aWatermark,
  aMarket,
  aMatch,
  anEvent,
  aTrade,
} from './records.ts'
import { anActivity, aWalletWatermark } from './wallet-records.ts'

const bad = 'pz_1'
const activity = anActivity()
const progress = aWalletWatermark()

describe('rejectUnknownPlatform', () => {
  it.each<[string, ProjectorRecord]>([
    ['a trade', aRecord('trades', 1, { trade: aTrade({ market_id: bad }), progress: null })],
    ['a feed', aRecord('trades', 1, { trade: null, progress: aWatermark({ market_id: bad }) })],
    ['a book', aRecord('books', 1, aBook({ market_id: bad }))],
    ['a market', aRecord('markets', 1, aMarket({ id: bad }))],
    ['the event of a market', aRecord('markets', 1, aMarket({ event_id: bad }))],
    ['an event', aRecord('events', 1, anEvent({ id: bad }))],
    [
      'the activity of a wallet',
      aRecord('wallet-activity', 1, {
        activity: { ...activity, market_id: bad },
        progress: null,
      }),
    ],
    ['the market of a match', aRecord('matches', 1, { ...aMatch(), market_id: bad })],
    ['a book that was seen', aRecord('book-sightings', 1, aBookSighting({ market_id: bad }))],
    ['an audit', aRecord('audits', 1, anAudit({ market_id: bad }))],
    ['the other market of a match', aRecord('matches', 1, aMatch({ other_market_id: bad }))],
  ])('names the id of %s', (_what, record) => {
    expect(rejectUnknownPlatform(record)).toEqual({
      reason: 'unknown_platform',
      detail: 'no platform has the id "pz_1"',
    })
  })

  it.each<[string, ProjectorRecord]>([
    ['a trade', aRecord('trades', 1, { trade: aTrade(), progress: null })],
    ['a tape', aRecord('trades', 1, { trade: null, progress: aWatermark({ market_id: null }) })],
    ['a market without an event', aRecord('markets', 1, aMarket({ event_id: null }))],
    ['an event', aRecord('events', 1, anEvent())],
    [
      'a reward',
      aRecord('wallet-activity', 1, { activity: { ...activity, market_id: null }, progress }),
    ],
    ['a match that ended', aRecord('matches', 1, { ...aMatch(), link: null })],
  ])('accepts %s', (_what, record) => {
    expect(rejectUnknownPlatform(record)).toBeNull()
  })
})
