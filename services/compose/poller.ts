// Opens the role poller. Used by compose.ts.
import type { Lifecycle } from '../lib/run/lifecycle.ts'
import { createSteadyClock } from '../lib/run/steady-clock.ts'
import { createPoller, type PollerOptions } from '../poller/poller.ts'

export async function openPoller(lifecycle: Lifecycle, options: PollerOptions): Promise<void> {
  await lifecycle.open(
    'poller',
    () => {
      const poller = createPoller({ ...options, steadyNow: createSteadyClock(options.now) })
      poller.start()
      return poller
    },
    (poller) => poller.stop(),
  )
}
