// A log whose readers need not know that schemas are fetched: whatever it hands out has been learnt by
// the codec. While the schema registry is away, records wait, as they do while a broker is.
import { LogError, type Batch, type EventLog } from '../log/port.ts'
import type { LearningCodec } from './port.ts'

export function createLearningLog(log: EventLog, codec: LearningCodec): EventLog {
  async function learnt(learning: Promise<void>): Promise<void> {
    try {
      await learning
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new LogError(`records cannot be read yet: ${reason}`, { cause, retriable: true })
    }
  }

  /** A handler's error that is retriable brings the batch again. */
  async function learnBatch(batch: Batch, signal: AbortSignal): Promise<void> {
    const learning = codec.learn(batch, signal)
    if (learning) await learnt(learning)
  }

  return {
    openWriter: (name) => log.openWriter(name),
    subscribe: (options, handle) =>
      log.subscribe(options, async (batch, signal) => {
        await learnBatch(batch, signal)
        return handle(batch, signal)
      }),
    share: (options, work) => log.share(options, work),
    async *read(range) {
      for await (const record of log.read(range)) {
        const learning = codec.learn([record])
        if (learning) await learnt(learning)
        yield record
      }
    },
    follow: (options, handle) =>
      log.follow(options, async (batch, signal) => {
        await learnBatch(batch, signal)
        return handle(batch, signal)
      }),
    ranges: (topic) => log.ranges(topic),
    offsetsAt: (topic, timestampMs) => log.offsetsAt(topic, timestampMs),
    lag: (group, topics) => log.lag(group, topics),
    reset: (group, positions) => log.reset(group, positions),
    close: () => log.close(),
  }
}
