// The positions of a reader that follows the log: for each topic, the offset of the next record of each partition. One
// number would not be enough, because the records of different partitions have no common order. The positions have the
// same meaning in every process of the api, so a reader can continue at another process.

/**
 * The topics whose records clients can follow. Cursors contain the index of a topic in this list, so new topics
 * may only be appended.
 */
export const liveTopics = ['trades', 'books', 'markets', 'matches', 'provisional-trades'] as const
export type LiveTopic = (typeof liveTopics)[number]

/** By topic: the offset of the next record of each partition. */
export type Positions = ReadonlyMap<LiveTopic, readonly number[]>

/** Positions that move while a reader reads. */
export type MutablePositions = Map<LiveTopic, number[]>

export function copyPositions(positions: Positions): MutablePositions {
  return new Map([...positions].map(([topic, offsets]) => [topic, [...offsets]]))
}

/**
 * Compares positions. `behind`: a position in `own` is before the position of the same partition in `other`. `ahead`:
 * no position in `own` is before, and at least one is after that in `other`.
 */
export function comparePositions(own: Positions, other: Positions): 'same' | 'behind' | 'ahead' {
  let isAhead = false
  for (const [topic, offsets] of own)
    for (const [partition, at] of (other.get(topic) ?? []).entries()) {
      const offset = offsets[partition] ?? 0
      if (offset < at) return 'behind'
      if (offset > at) isAhead = true
    }
  return isAhead ? 'ahead' : 'same'
}

export function positionsOfTopics(
  topics: readonly LiveTopic[],
  positions: MutablePositions,
): MutablePositions {
  return new Map([...positions].filter(([topic]) => topics.includes(topic)))
}
