// Counts what became of the records of a batch, and tells it once per batch.

export type Fate = 'emit' | 'write' | 'drop' | 'dead_letter'

/**
 * So many records of a topic had this fate; `reason` is empty for emit and write. Told when a batch
 * has been worked on: one that comes again is told again.
 */
export type CountRecords = (
  labels: {
    readonly stage: string
    readonly topic: string
    readonly fate: Fate
    readonly reason: string
  },
  records: number,
) => void

export interface Tally {
  add(topic: string, fate: Fate, reason: string): void
  report(stage: string, count: CountRecords): void
}

export function createTally(): Tally {
  const counts = new Map<string, { topic: string; fate: Fate; reason: string; records: number }>()
  return {
    add(topic, fate, reason) {
      const name = `${topic} ${fate} ${reason}`
      const known = counts.get(name)
      if (known) known.records += 1
      else counts.set(name, { topic, fate, reason, records: 1 })
    },
    report(stage, count) {
      for (const { records, ...labels } of counts.values()) count({ stage, ...labels }, records)
    },
  }
}
