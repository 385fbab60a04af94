// Things that happened in a time range, in the order in which they happened.

export interface Occurrence {
  /** Unix microseconds. */
  readonly atUs: number
  readonly send: () => void
}

/** Of two at the same time, the first in the list comes first. */
export function sendInOrder(occurrences: readonly Occurrence[]): void {
  for (const { send } of occurrences.toSorted((one, other) => one.atUs - other.atUs)) send()
}
