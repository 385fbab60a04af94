// Appends the times at which keys were last used to the topic `developers`, once a minute.
import pLimit from 'p-limit'
import { toKeyUsedRecord } from './changes.ts'
import type { Journal } from './journal.ts'
import type { KeyUsage } from './key-usage.ts'

export interface UsageReports {
  start(): void
  /** Appends the times of last use that have not been appended yet, and stops. */
  stop(): Promise<void>
}

const everyMs = 60_000

export function createUsageReports(options: {
  readonly usage: KeyUsage
  readonly journal: Journal<'developers'>
  /** Unix milliseconds. */
  readonly now: () => number
  /** Called when a report could not be appended; the next report contains its uses. */
  readonly onUsageReportFailed: (error: unknown) => void
}): UsageReports {
  const { usage, journal, now, onUsageReportFailed } = options
  const inOrder = pLimit(1)
  let timer: NodeJS.Timeout | undefined

  async function report(): Promise<void> {
    const uses = usage.takePendingUses()
    if (uses.length === 0) return
    try {
      await journal.appendDurable(
        uses.map(({ key, usedAtMs }) =>
          toKeyUsedRecord({ developerId: key.developer.id, atMs: now() }, key.id, usedAtMs),
        ),
      )
    } catch (error) {
      usage.restorePendingUses(uses)
      onUsageReportFailed(error)
    }
  }

  return {
    start() {
      timer = setInterval(() => void inOrder(report), everyMs).unref()
    },
    async stop() {
      clearInterval(timer)
      await inOrder(report)
    },
  }
}
