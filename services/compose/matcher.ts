// The matcher as a role: of all processes that have it one does the work, the others stand by.
import type { Logger } from 'pino'
import {
  createMatcher,
  type Explanation,
  type Matcher,
  type MatcherOptions,
} from '../matcher/matcher.ts'
import type { Lifecycle } from '../platform/run/lifecycle.ts'
import type { Metrics } from '../platform/telemetry/metrics.ts'
import { createMatcherObserver } from '../platform/telemetry/observers.ts'

export interface MatcherDesk {
  /** null: one of them is not known. `standing by`: another process does the matching. */
  explain(id: string, otherId: string): Explanation | 'standing by' | null
}

/** The markets are read in the background: at the size of both platforms that takes minutes. */
export async function openMatcher(
  lifecycle: Lifecycle,
  options: Omit<MatcherOptions, 'observer'> & {
    readonly metrics: Metrics
    readonly logger: Logger
  },
): Promise<MatcherDesk> {
  const { metrics, logger, ...rest } = options
  const { log, topicPrefix, onFatal } = rest
  const observer = createMatcherObserver(metrics, logger)
  let current: Matcher | null = null

  async function work(_share: number, signal: AbortSignal): Promise<void> {
    const failing = new AbortController()
    const fail = (error: Error): void => failing.abort(error)
    const matcher = createMatcher({ ...rest, observer, onFatal: fail })
    current = matcher
    try {
      matcher.start().catch(fail)
      await aborted(AbortSignal.any([signal, failing.signal]))
      failing.signal.throwIfAborted()
    } finally {
      await matcher.stop()
      current = null
    }
  }

  await lifecycle.open(
    'matcher',
    () => log.share({ group: `${topicPrefix}matcher`, count: 1, onFatal }, work),
    (sharing) => sharing.stop(),
  )
  return {
    explain: (id, otherId) => (current ? current.explain(id, otherId) : 'standing by'),
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
