// Watermark records: field values and places.
import { describe, expect, it } from '@jest/globals'
import { toTapeWatermark } from '../../../services/poller/feeds/watermark-records.ts'

describe('watermark of a tape', () => {
  it('lies in every partition', () => {
    const records = toTapeWatermark('platform_b', { fromMs: 1, untilMs: 2, gaps: [] }, 3)
    expect(records.map(({ partition }) => partition)).toEqual(
      Array.from({ length: 12 }, (_, n) => n),
    )
    expect(records[3]?.value).toMatchObject({
      body: null,
      progress: { feed: 'platform_b/trades', complete_from_ms: 1, complete_until_ms: 2 },
    })
  })
})
