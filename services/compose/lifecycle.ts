// The lifecycle of a service, which logs what opens and what fails to close.
import type { Logger } from 'pino'
import { createLifecycle, type Lifecycle } from '../lib/run/lifecycle.ts'

export function createServiceLifecycle(logger: Logger): Lifecycle {
  return createLifecycle({
    onOpened: (part, ms) => logger.debug({ part, ms: Math.round(ms) }, 'opened'),
    onCloseError: (part, error) => logger.error({ part, err: error }, 'failed to close'),
  })
}
