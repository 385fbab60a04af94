// Counts the results of the records of a batch, and reports them once per batch.

export type RecordResult = 'emit' | 'write' | 'drop' | 'dead_letter'

/**
 * Reports how many records of a topic had a result. `reason` is empty for emit and write. It is called
 * after each batch, so the records of a batch that is delivered again are counted again.
 */
export type CountRecords = (
  labels: {
    readonly stage: string
    readonly topic: string
    readonly result: RecordResult
    readonly reason: string
  },
  records: number,
) => void

interface Count {
  readonly topic: string
  readonly result: RecordResult
  readonly reason: string
  records: number
}

export interface Tally {
  add(topic: string, result: RecordResult, reason: string): void
  report(stage: string, count: CountRecords): void
}

export function createTally(): Tally {
  const counts = new Map<string, Count>()
  /**
   * The count that was incremented last. Most records have the same result as the record before,
   * and need no look-up by name.
   */
  let last: Count | null = null
  return {
    add(topic, result, reason) {
      if (last?.topic !== topic || last.result !== result || last.reason !== reason) {
        const name = `${topic} ${result} ${reason}`
        last = counts.get(name) ?? { topic, result, reason, records: 0 }
        counts.set(name, last)
      }
      last.records += 1
    },
    report(stage, count) {
      for (const { records, ...labels } of counts.values()) count({ stage, ...labels }, records)
    },
  }
}
