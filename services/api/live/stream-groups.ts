// The readers to which the hub sends, in groups. All readers of a group have the same subscription and the
// same encoding (server-sent events or WebSocket), so the bytes for a group are put together once.
import type { LiveMessage } from './messages.ts'
import type { LiveTopic } from './positions.ts'
import type { StreamReader } from './stream-reader.ts'
import type { StreamEncoding } from './stream-encoding.ts'
import { topicsOf, isWantedBySubscription, type Subscription } from './subscription.ts'

export interface ReaderGroup {
  readonly key: string
  readonly subscription: Subscription
  readonly encode: StreamEncoding
  readonly topics: readonly LiveTopic[]
  /**
   * Groups with the same `bytesKey` have the same encoding and the same topics, so a message has the same bytes for
   * them.
   */
  readonly bytesKey: string
  readonly readers: Set<StreamReader>
}

export interface ReaderGroups {
  /** Adds a reader to the group with its subscription and encoding. Does nothing if the reader was added before. */
  add(reader: StreamReader): void
  remove(reader: StreamReader): void
  /** Returns the groups whose readers want a message. */
  groupsWanting(message: LiveMessage): Iterable<ReaderGroup>
  all(): Iterable<ReaderGroup>
  isEmpty(): boolean
}

export function createReaderGroups(): ReaderGroups {
  const groups = new Map<string, ReaderGroup>()
  /** Groups that follow all markets, or all markets of a platform. */
  const ofManyMarkets = new Set<ReaderGroup>()
  const byMarket = new Map<string, Set<ReaderGroup>>()
  const encodings = new Map<StreamEncoding, number>()

  function encodingNumberOf(encode: StreamEncoding): number {
    const number = encodings.get(encode) ?? encodings.size
    encodings.set(encode, number)
    return number
  }

  const keyOf = ({ subscription, encode }: StreamReader): string =>
    `${encodingNumberOf(encode)} ${subscription.key}`

  function create({ subscription, encode }: StreamReader, key: string): ReaderGroup {
    const topics = topicsOf(subscription)
    const bytesKey = `${encodingNumberOf(encode)} ${topics.join()}`
    const group = { key, subscription, encode, topics, bytesKey, readers: new Set<StreamReader>() }
    groups.set(key, group)
    const { marketIds } = subscription.filter
    if (!marketIds) ofManyMarkets.add(group)
    for (const id of marketIds ?? [])
      byMarket.set(id, (byMarket.get(id) ?? new Set<ReaderGroup>()).add(group))
    return group
  }

  function removeGroup(group: ReaderGroup): void {
    groups.delete(group.key)
    ofManyMarkets.delete(group)
    for (const id of group.subscription.filter.marketIds ?? []) {
      byMarket.get(id)?.delete(group)
      if (byMarket.get(id)?.size === 0) byMarket.delete(id)
    }
  }

  return {
    add(reader) {
      const key = keyOf(reader)
      const group = groups.get(key) ?? create(reader, key)
      group.readers.add(reader)
    },
    remove(reader) {
      const group = groups.get(keyOf(reader))
      group?.readers.delete(reader)
      if (group?.readers.size === 0) removeGroup(group)
    },
    groupsWanting(message) {
      const found = new Set<ReaderGroup>()
      for (const group of ofManyMarkets)
        if (isWantedBySubscription(group.subscription, message)) found.add(group)
      for (const id of message.marketIds)
        for (const group of byMarket.get(id) ?? [])
          if (isWantedBySubscription(group.subscription, message)) found.add(group)
      return found
    },
    all: () => groups.values(),
    isEmpty: () => groups.size === 0,
  }
}
