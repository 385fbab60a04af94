// Tells subscriptions of this process at once that their topics have new records.

export interface Wakeups {
  /** Calls `ring` after appends to these topics; the answer ends that. */
  add(topics: readonly string[], ring: () => void): () => void
  ring(topics: ReadonlySet<string>): void
}

export function createWakeups(): Wakeups {
  const listeners = new Set<{ readonly topics: readonly string[]; readonly ring: () => void }>()
  return {
    add(topics, ring) {
      const listener = { topics, ring }
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    ring(topics) {
      for (const listener of listeners)
        if (listener.topics.some((topic) => topics.has(topic))) listener.ring()
    },
  }
}
