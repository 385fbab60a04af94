// Notifies subscriptions and followers about appends to their topics. Other processes with the same log notice an
// append by the modification time of a file: each topic has an empty file in a directory of the log, which an
// append touches and every process watches.
import { mkdirSync, utimes, watch, writeFileSync, type FSWatcher } from 'node:fs'
import { join } from 'node:path'
import type { LogLogger } from '../loop.ts'

export interface AppendSignals {
  /** Calls `notify` after appends to these topics, until the returned function is called. */
  add(topics: readonly string[], notify: () => void): () => void
  notify(topics: ReadonlySet<string>): void
  close(): void
}

/** The directory is created if missing. */
export function openAppendSignals(options: {
  readonly directory: string
  readonly topics: readonly string[]
  /** Unix milliseconds. */
  readonly now: () => number
  readonly logger: LogLogger | null
}): AppendSignals {
  const { directory, topics, now, logger } = options
  let isClosed = false
  const listeners = new Set<{ readonly topics: readonly string[]; readonly notify: () => void }>()
  mkdirSync(directory, { recursive: true })
  for (const topic of topics) writeFileSync(join(directory, topic), '', { flag: 'a' })

  function notifyListeners(changedTopics: ReadonlySet<string>): void {
    for (const listener of listeners)
      if (listener.topics.some((topic) => changedTopics.has(topic))) listener.notify()
  }

  /**
   * Without a watcher, the log still works: loops check for appends of other processes at an
   * interval (../loop.ts).
   */
  function warn(error: unknown): void {
    logger?.warn({ err: error, directory }, 'the log cannot be watched: a few hundred ms slower')
  }

  function openWatcher(): FSWatcher | null {
    try {
      return watch(directory, { persistent: false }, (_event, topic) => {
        if (topic !== null) notifyListeners(new Set([topic]))
      }).on('error', warn)
    } catch (error) {
      warn(error)
      return null
    }
  }

  /** Topics whose file is being touched now; the value is true if another append has followed meanwhile. */
  const touching = new Map<string, boolean>()

  function touch(topic: string): void {
    const isTouching = touching.has(topic)
    touching.set(topic, isTouching)
    if (isTouching) return
    const nowS = now() / 1_000
    // not utimesSync: it can wait for a write of the file system that is in progress
    utimes(join(directory, topic), nowS, nowS, (error) => {
      if (error && !isClosed) warn(error)
      const isAppendedMeanwhile = touching.get(topic)
      touching.delete(topic)
      if (isAppendedMeanwhile) touch(topic)
    })
  }

  const watcher = openWatcher()
  return {
    add(watchedTopics, notify) {
      const listener = { topics: watchedTopics, notify }
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    notify(changedTopics) {
      notifyListeners(changedTopics)
      for (const topic of changedTopics) touch(topic)
    },
    close() {
      isClosed = true
      watcher?.close()
    },
  }
}
