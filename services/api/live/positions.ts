// The positions in the log of a reader that follows it: for each topic, the offset of the next record of each
// partition. The partitions have no common order, so one number does not say what a reader has received. The
// positions mean the same in every process, so any process can continue what another one began.

/**
 * The topics whose records clients can follow. Cursors contain the index of a topic in this list, so new topics
 * may only be appended.
 */
export const liveTopics = ['trades', 'books', 'markets', 'matches', 'provisional-trades'] as const
export type LiveTopic = (typeof liveTopics)[number]

/** By topic: the offset of the next record of each partition. */
export type Positions = ReadonlyMap<LiveTopic, readonly number[]>

/** Positions that are moved while a reader reads. */
export type MovingPositions = Map<LiveTopic, number[]>

export function copyPositions(positions: Positions): MovingPositions {
  return new Map([...positions].map(([topic, offsets]) => [topic, [...offsets]]))
}

/**
 * Compares `own` with `others`. `behind`: at least one own position is before the other one. `ahead`: no own position
 * is before the other one, and at least one is after it.
 */
export function comparePositions(own: Positions, others: Positions): 'same' | 'behind' | 'ahead' {
  let isAhead = false
  for (const [topic, offsets] of own)
    for (const [partition, at] of (others.get(topic) ?? []).entries()) {
      const offset = offsets[partition] ?? 0
      if (offset < at) return 'behind'
      if (offset > at) isAhead = true
    }
  return isAhead ? 'ahead' : 'same'
}

export function positionsOfTopics(
  topics: readonly LiveTopic[],
  positions: MovingPositions,
): MovingPositions {
  return new Map([...positions].filter(([topic]) => topics.includes(topic)))
}
