// Records whose platform or market id belongs to no platform, or to another one.
import { describe, expect, it } from '@jest/globals'
import type { Market } from '../../schemas/generated/events.ts'
import {
  normalizeActivity,
  normalizeBook,
  normalizeListed,
  normalizeProvisionalTrade,
  normalizeTrade,
} from './records.ts'

const unregistered = 'platform_z' as Market['platform']
/** Market ids that are not ids of platform_a. */
const otherIds = ['', 'pz_0x01', '0x01', 'pa', 'pa_', 'pb_X']

describe('a raw record of a platform that is not registered', () => {
  it.each([
    ['market', () => normalizeListed(unregistered, 'market', {})],
    ['event', () => normalizeListed(unregistered, 'event', {})],
    ['trade', () => normalizeTrade(unregistered, 'pa_0x01', {})],
    ['book', () => normalizeBook(unregistered, 'pa_0x01', {})],
    ['activity', () => normalizeActivity('0x01', {}, { platform: unregistered })],
  ])('becomes a dead letter: %s', (_, normalize) => {
    expect(normalize()).toEqual({
      deadLetter: 'unknown_platform',
      detail: 'platform: "platform_z"',
    })
  })
})

describe('a raw record whose market id is not one of its platform', () => {
  it.each(otherIds)('becomes a dead letter: %p', (id) => {
    const expected = { deadLetter: 'bad_market_id', detail: `market_id: ${JSON.stringify(id)}` }
    expect(normalizeTrade('platform_a', id, {})).toEqual(expected)
    expect(normalizeBook('platform_a', id, {})).toEqual(expected)
  })
})

// requests return the trade, so nothing is lost
describe('a raw record of a provisional trade is dropped', () => {
  const dropped = { drop: 'unreadable_message' }

  it('if its platform is not registered', () => {
    expect(normalizeProvisionalTrade(unregistered, 'pa_0x01', {})).toEqual(dropped)
  })

  it.each(otherIds)('if its market id is not one of its platform: %p', (id) => {
    expect(normalizeProvisionalTrade('platform_a', id, {})).toEqual(dropped)
  })
})
