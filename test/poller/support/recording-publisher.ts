// A publisher that keeps the records instead of appending them.
import type { Publisher, PollerRecord } from '../../../services/poller/publisher.ts'

export function createRecordingPublisher() {
  const published: PollerRecord[] = []
  const publisher: Publisher = {
    publish: async (_platform, records) => {
      published.push(...records)
      await Promise.resolve()
    },
    waitUntilDrained: () => Promise.resolve(),
  }
  return { published, publisher }
}
