// Runs the periodic jobs of the process that writes to the log: retention and packing.
import type { LogLogger } from '../loop.ts'

const intervalMs = 600_000

/**
 * Returns a function that runs the jobs one after the other, at once and then every ten minutes, until `signal` is
 * aborted. A job that fails is logged.
 */
export function createBackgroundJobs(
  jobs: Readonly<Record<string, () => Promise<void>>>,
  signal: AbortSignal,
  logger: LogLogger | null,
): () => void {
  let running: Promise<void> | null = null

  async function runAllJobs(): Promise<void> {
    for (const [name, run] of Object.entries(jobs)) {
      if (signal.aborted) return
      await run().catch((error: unknown) => logger?.warn({ err: error }, `${name} failed`))
    }
    running = null
  }

  function start(): void {
    running ??= runAllJobs()
  }

  return () => {
    const timer = setInterval(start, intervalMs).unref()
    signal.addEventListener('abort', () => clearInterval(timer), { once: true })
    start()
  }
}
