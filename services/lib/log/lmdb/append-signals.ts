// Notifies subscriptions and followers of this process about appends to their topics.

export interface AppendSignals {
  /** Calls `notify` after appends to these topics, until the returned function is called. */
  add(topics: readonly string[], notify: () => void): () => void
  notify(topics: ReadonlySet<string>): void
}

export function createAppendSignals(): AppendSignals {
  const listeners = new Set<{ readonly topics: readonly string[]; readonly notify: () => void }>()
  return {
    add(topics, notify) {
      const listener = { topics, notify }
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    notify(topics) {
      for (const listener of listeners)
        if (listener.topics.some((topic) => topics.has(topic))) listener.notify()
    },
  }
}
