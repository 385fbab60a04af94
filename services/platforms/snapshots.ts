// Converts events and markets of a response (JSON text) to snapshots for the poller.
import { createHash } from 'node:crypto'
import type { Platform } from '../../schemas/generated/events.ts'
import { parseBounded } from '../lib/run/bounded-json.ts'
import { digestContent, type DigestRules } from './content.ts'
import { toId } from './identity.ts'
import { toFields, type JsonObject } from './json.ts'
import type { ListEntry, MarketSnapshot, SnapshotGroup } from './source.ts'
import { elementTexts, memberText, withoutMember } from './upstream/json-slices.ts'

interface ResponseOrigin {
  readonly url: string
  readonly receivedAtMs: number
}

export interface Snapshots {
  /**
   * Converts an event with its nested markets, or with `marketTexts` if the response has the markets
   * next to the event. `event` is the text, parsed.
   */
  readonly toSnapshotGroup: (
    text: string,
    from: ResponseOrigin,
    parts?: { readonly event?: JsonObject; readonly marketTexts?: readonly string[] },
  ) => SnapshotGroup
  /** Converts an entry of a market list, which contains the id of its event. `market` is the text, parsed. */
  readonly toListEntry: (text: string, from: ResponseOrigin, market?: JsonObject) => ListEntry
}

const parse = (text: string): JsonObject => toFields(parseBounded(text).value)

/** Returns an id for an object that has none, derived from its text. */
export function idFromText(text: string): string {
  return `#${createHash('sha256').update(text).digest('hex').slice(0, 16)}`
}

export function createSnapshots(options: {
  readonly platform: Platform
  /** `market` is the text, parsed. */
  readonly toMarket: (text: string, market?: JsonObject) => MarketSnapshot
  readonly eventDigestRules: DigestRules
  /** Returns the native id of an event; empty if it has none. */
  readonly eventIdOf: (event: JsonObject) => string
  /** Returns the native id of a market's event; empty if the market does not contain it. */
  readonly eventIdOfMarket: (market: JsonObject) => string
  /** Returns, as one text, the fields of the event that the normalizer copies to its markets. */
  readonly marketFieldsOf: (event: JsonObject) => string
}): Snapshots {
  const { platform, toMarket, eventDigestRules, eventIdOf, eventIdOfMarket, marketFieldsOf } =
    options
  return {
    toSnapshotGroup(text, { url, receivedAtMs }, { event = parse(text), marketTexts = [] } = {}) {
      const body = Object.keys(event).length > 0 ? withoutMember(text, 'markets') : text
      const nativeId = eventIdOf(event)
      const nested: unknown = event['markets']
      const markets = Array.isArray(nested)
        ? elementTexts(memberText(text, 'markets') ?? '[]').map((market, index) =>
            toMarket(market, toFields(nested[index])),
          )
        : marketTexts.map((market) => toMarket(market))
      return {
        event: {
          id: toId(platform, nativeId || idFromText(body)),
          nativeId,
          body,
          content: digestContent(body, eventDigestRules).content,
          marketFields: marketFieldsOf(event),
        },
        markets,
        url,
        receivedAtMs,
      }
    },

    toListEntry(text, { url, receivedAtMs }, market = parse(text)) {
      const eventNativeId = eventIdOfMarket(market) || null
      return { market: toMarket(text, market), eventNativeId, url, receivedAtMs }
    },
  }
}
