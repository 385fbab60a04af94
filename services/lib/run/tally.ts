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

export interface Tally {
  add(topic: string, result: RecordResult, reason: string): void
  report(stage: string, count: CountRecords): void
}

export function createTally(): Tally {
  const counts = new Map<
    string,
    { topic: string; result: RecordResult; reason: string; records: number }
  >()
  return {
    add(topic, result, reason) {
      const name = `${topic} ${result} ${reason}`
      const known = counts.get(name)
      if (known) known.records += 1
      else counts.set(name, { topic, result, reason, records: 1 })
    },
    report(stage, count) {
      for (const { records, ...labels } of counts.values()) count({ stage, ...labels }, records)
    },
  }
}
