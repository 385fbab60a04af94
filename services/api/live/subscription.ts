// The subscription of a reader of the stream: which channels and markets it has asked for.
import type { CandleInterval } from '../../domain/candle.ts'
import type { StreamCandleReader } from './stream-candles.ts'
import { channelTopics, type Channel, type LiveMessage } from './messages.ts'
import type { MarketFilter } from './market-filter.ts'
import { liveTopics, type LiveTopic } from './positions.ts'

/** The candles that a reader has asked for. */
export interface CandleChannel {
  readonly interval: CandleInterval
  readonly read: StreamCandleReader
}

export interface Subscription {
  readonly channels: ReadonlySet<Channel>
  readonly filter: MarketFilter
  /** Only with the channel `candles`. */
  readonly candles?: CandleChannel
  /** Two subscriptions with the same key get the same messages. */
  readonly key: string
}

/** Returns the topics of the channels, in the order of liveTopics. */
export function topicsOf({ channels }: Subscription): readonly LiveTopic[] {
  const topics = new Set<LiveTopic>([...channels].map((channel) => channelTopics[channel]))
  return liveTopics.filter((topic) => topics.has(topic))
}

export function isWantedBySubscription(
  { channels, filter }: Subscription,
  message: LiveMessage,
): boolean {
  return channels.has(message.channel) && message.marketIds.some(filter.has)
}
