// When the poller has read the lists of open markets of all platforms once, from the progress that it reports.
import type { BackfillProgress } from '../../compose.ts'

export interface ListsRead {
  /** To be called with each report of the poller. */
  note(progress: Pick<BackfillProgress, 'platform' | 'isListed'>): void
  /** Resolves when the lists of all platforms have been read; at once if there is no platform. */
  readonly done: Promise<void>
}

export function createListsRead(platforms: readonly string[]): ListsRead {
  const unread = new Set(platforms)
  let finish = (): void => undefined
  const done = new Promise<void>((resolve) => {
    finish = resolve
  })
  const finishIfRead = (): void => {
    if (unread.size === 0) finish()
  }
  finishIfRead()
  return {
    done,
    note({ platform, isListed }) {
      if (isListed) unread.delete(platform)
      finishIfRead()
    },
  }
}
