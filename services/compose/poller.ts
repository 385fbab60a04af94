// Opens the role poller. Used by compose.ts.
import type { Lifecycle } from '../lib/run/lifecycle.ts'
import { openScratchFile } from '../lib/run/scratch-file.ts'
import { createSteadyClock } from '../lib/run/steady-clock.ts'
import { createPoller, type PollerOptions } from '../poller/poller.ts'

/**
 * `scratchDirectory`: where a file for the retired markets and the events is created; null to keep them in memory, because
 * the process has no directory to which it may write.
 */
export async function openPoller(
  lifecycle: Lifecycle,
  scratchDirectory: string | null,
  options: Omit<PollerOptions, 'createMap'>,
): Promise<void> {
  const scratchFile =
    scratchDirectory === null
      ? undefined
      : await lifecycle.open(
          'scratch file of the poller',
          () => openScratchFile(scratchDirectory),
          (file) => file.close(),
        )
  await lifecycle.open(
    'poller',
    () => {
      const poller = createPoller({
        ...options,
        createMap: scratchFile?.createMap,
        steadyNow: createSteadyClock(options.now),
      })
      poller.start()
      return poller
    },
    (poller) => poller.stop(),
  )
}
