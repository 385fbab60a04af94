// The works of a member of a group that shares out: begins those of the shares that it has, again
// when they end by themselves, and ends those of the shares that it has to give back.
import { setTimeout as sleep } from 'node:timers/promises'
import { WriterFenced, type Work } from './port.ts'
import { isFinal, type LogLogger } from './rounds.ts'

export interface Works {
  /** Begun and not ended; an ended share that comes back begins only then. */
  readonly isRunning: (share: number) => boolean
  /** These are ours: begins their works, ends all others. To be called again after `onEnded`. */
  settle(shares: readonly number[]): void
  /** Ends all of them; resolves when they have ended. No work begins after it. */
  stop(): Promise<void>
}

interface Running {
  readonly ending: AbortController
  readonly ended: Promise<void>
}

const firstBackOffMs = 100
const longestBackOffMs = 5_000
/** A work that has gone on for so long has not failed at its beginning. */
const calmMs = 10_000
/**
 * A work that has not ended so long after it was told to is left to itself, like a member that was
 * taken for dead: else it would hold its share for ever.
 */
const patienceMs = 60_000

export function createWorks(options: {
  readonly group: string
  readonly work: Work
  /** Asked before each call of the work; false: the share may be another's by now. */
  readonly mayBegin: () => Promise<boolean>
  readonly logger: LogLogger | null
  /** A work has ended for good: its share may be given back, or begun anew if it is ours again. */
  readonly onEnded: () => void
  readonly onFatal: (error: Error) => void
}): Works {
  const { group, work, mayBegin, logger, onEnded, onFatal } = options
  const running = new Map<number, Running>()
  let isStopped = false

  /** Again and again, until it is told to end or fails for good. */
  async function run(share: number, signal: AbortSignal): Promise<void> {
    let failures = 0
    while (!signal.aborted) {
      const calm = setTimeout(() => (failures = 0), calmMs)
      let error: unknown = null
      let hasBegun = false
      try {
        if (await mayBegin()) {
          if (signal.aborted) return
          hasBegun = true
          await work(share, signal)
        }
      } catch (thrown) {
        error = thrown
      } finally {
        clearTimeout(calm)
      }
      if (signal.aborted) return
      if (isFinal(error) && !(error instanceof WriterFenced)) return onFatal(error)
      const most = Math.min(longestBackOffMs, firstBackOffMs * 2 ** failures)
      const backOffMs = Math.round(most * (0.5 + Math.random() / 2))
      failures += 1
      if (hasBegun)
        logger?.warn({ group, share, err: error, backOffMs }, 'a work ended and is begun again')
      await sleep(backOffMs, undefined, { signal }).catch(() => undefined)
    }
  }

  function begin(share: number): void {
    const ending = new AbortController()
    const { signal } = ending
    const ended = Promise.race([run(share, signal), outOfPatience(share, signal)]).then(() => {
      running.delete(share)
      onEnded()
    })
    running.set(share, { ending, ended })
  }

  async function outOfPatience(share: number, signal: AbortSignal): Promise<void> {
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
    await sleep(patienceMs, undefined, { ref: false })
    if (running.get(share)?.ending.signal === signal)
      logger?.warn({ group, share }, 'a work does not end, and is left to itself')
  }

  return {
    isRunning: (share) => running.has(share),
    settle(shares) {
      for (const [share, { ending }] of running) if (!shares.includes(share)) ending.abort()
      if (isStopped) return
      for (const share of shares) if (!running.has(share)) begin(share)
    },
    async stop() {
      isStopped = true
      const all = [...running.values()]
      for (const { ending } of all) ending.abort()
      await Promise.all(all.map(({ ended }) => ended))
    },
  }
}
