// Opens the role matcher. Only one of the processes with this role does the matching; the others are on
// standby. Used by compose.ts.
import type { Logger } from 'pino'
import type { MatchExplanation } from '../domain/match.ts'
import { createMatcher, type Matcher, type MatcherOptions } from '../matcher/matcher.ts'
import type { Lifecycle } from '../lib/run/lifecycle.ts'
import { openScratchFile } from '../lib/run/scratch-file.ts'
import { waitUntilAborted } from '../lib/run/wait.ts'
import type { Metrics } from '../lib/telemetry/metrics.ts'
import { createMatcherObserver } from '../lib/telemetry/observers.ts'
import { openStandbyRole } from './standby-role.ts'

export interface MatcherHandle {
  /**
   * Explains the comparison of two markets. Returns null if one of them is unknown, and `standby` if
   * another process does the matching.
   */
  explainPair(id: string, otherId: string): MatchExplanation | 'standby' | null
}

/**
 * Opens the matcher. Resolves before the markets are read, because reading all markets of the platforms takes
 * minutes. `scratchDirectory`: where a file for the markets and matches is created; null to keep them in memory, because
 * the process has no directory to which it may write.
 */
export async function openMatcher(
  lifecycle: Lifecycle,
  scratchDirectory: string | null,
  options: Omit<MatcherOptions, 'observer' | 'createMap'> & {
    readonly metrics: Metrics
    readonly logger: Logger
  },
): Promise<MatcherHandle> {
  const { metrics, logger, ...rest } = options
  const observer = createMatcherObserver(metrics, logger)
  let current: Matcher | null = null

  async function runMatcher(signal: AbortSignal): Promise<void> {
    const failed = new AbortController()
    const fail = (error: Error): void => failed.abort(error)
    const scratchFile = scratchDirectory === null ? null : await openScratchFile(scratchDirectory)
    const matcher = createMatcher({
      ...rest,
      observer,
      onFatal: fail,
      createMap: scratchFile?.createMap,
    })
    current = matcher
    const started = matcher.start().catch(fail)
    try {
      await waitUntilAborted(AbortSignal.any([signal, failed.signal]))
      failed.signal.throwIfAborted()
    } finally {
      current = null
      try {
        await matcher.stop()
      } finally {
        // A start that has not ended may still use the file. It would take too long to wait for it here.
        if (scratchFile) void started.then(() => scratchFile.close()).catch(() => undefined)
      }
    }
  }

  await openStandbyRole(lifecycle, 'matcher', options, runMatcher)
  return {
    explainPair: (id, otherId) => (current ? current.explainPair(id, otherId) : 'standby'),
  }
}
