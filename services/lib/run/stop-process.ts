// How a process of the service stops: at the first signal it closes its parts, within a limit. docs/operating.md,
// "Stopping", has all limits and their reasons.
import type { Logger } from 'pino'
import type { Lifecycle } from './lifecycle.ts'
import { killSelf } from './running-process.ts'

/**
 * How long closing the parts may take. While no broker answers, an append is retried for a minute, and a process
 * with such an append was measured to stop after 65 s. Each limit is longer than the limits of the parts that the
 * process waits for.
 */
export const stopLimitsMs = {
  /** Limit for a process that another process of the service has started. */
  child: 90_000,
  /** After this time, the parent kills a child process that has not ended by itself. */
  killChild: 95_000,
  /** Limit for a process that operators start. Its supervisor must wait longer. */
  service: 120_000,
} as const

/**
 * Stops the service. If that takes longer than `limitMs`, logs which parts have not closed, and kills this process.
 * That loses nothing that was acknowledged.
 */
export async function stopWithin(
  limitMs: number,
  service: Pick<Lifecycle, 'stop' | 'pending'>,
  logger: Pick<Logger, 'fatal'>,
): Promise<void> {
  const timer = setTimeout(() => {
    const fields = { parts: service.pending(), limitMs }
    logger.fatal(fields, 'parts have not closed in time: the process ends at once')
    killSelf()
  }, limitMs)
  try {
    await service.stop()
  } finally {
    clearTimeout(timer)
  }
}

/** Under npm, one Ctrl-C arrives twice: from the terminal and from npm. The second is ignored. */
const duplicateSignalMs = 1_000

/** Stops and exits on the first SIGINT or SIGTERM. A signal more than `duplicateSignalMs` later kills the process. */
export function stopOnSignals(
  thisProcess: NodeJS.Process,
  stop: () => Promise<void>,
  onStopping: () => void,
): void {
  let firstAtMs: number | null = null
  const onSignal = (): void => {
    if (firstAtMs !== null) {
      if (performance.now() - firstAtMs > duplicateSignalMs) killSelf()
      return
    }
    firstAtMs = performance.now()
    onStopping()
    stop().then(
      () => thisProcess.exit(),
      () => thisProcess.exit(1),
    )
  }
  thisProcess.on('SIGINT', onSignal)
  thisProcess.on('SIGTERM', onSignal)
}
