// What a reader of the stream has asked for.
import { channelTopics, type Channel, type LiveMessage } from './messages.ts'
import type { MarketFilter } from './market-filter.ts'
import { liveTopics, type LiveTopic } from './positions.ts'

export interface Subscription {
  readonly channels: ReadonlySet<Channel>
  readonly filter: MarketFilter
  /** Subscriptions with the same key have the same messages. */
  readonly key: string
}

/** In the order of liveTopics. */
export function topicsOf({ channels }: Subscription): readonly LiveTopic[] {
  const topics = new Set<LiveTopic>([...channels].map((channel) => channelTopics[channel]))
  return liveTopics.filter((topic) => topics.has(topic))
}

export function wants({ channels, filter }: Subscription, message: LiveMessage): boolean {
  return channels.has(message.channel) && message.marketIds.some(filter.has)
}
