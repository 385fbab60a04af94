// platform_a: the fields of an event of the Gamma API.
import { createDigestRules } from '../../content.ts'

/** Any field may be missing or of another type; the code that reads a field checks it. */
export interface PlatformAEvent {
  readonly id?: unknown
  readonly slug?: unknown
  readonly ticker?: unknown
  readonly title?: unknown
  readonly description?: unknown
  readonly category?: unknown
  readonly subcategory?: unknown
  readonly negRisk?: unknown
  readonly series?: unknown
  readonly tags?: unknown
  /** Nested markets. The poller records each in a record of its own, together with the event. */
  readonly markets?: unknown
}

const figures = [
  'volume',
  'volume24hr',
  'volume1wk',
  'volume1mo',
  'volume1yr',
  'openInterest',
  'liquidity',
  'liquidityClob',
  'liquidityAmm',
  'competitive',
  'commentCount',
]

/**
 * The series and the tags of an event have time stamps, too. `elapsed` is the running time of a game.
 * `eventMetadata` is a generated comment about the current prices.
 */
export const eventDigestRules = createDigestRules({
  ignored: ['updatedAt'],
  figures: [...figures, 'elapsed', 'eventMetadata'],
  nested: {
    series: createDigestRules({ ignored: ['updatedAt', 'updatedBy'], figures }),
    tags: createDigestRules({ ignored: ['updatedAt', 'updatedBy'] }),
  },
})

/** A tag of an event or a market, or the series of an event. */
export interface PlatformALabel {
  readonly slug?: unknown
  readonly label?: unknown
  readonly title?: unknown
}
