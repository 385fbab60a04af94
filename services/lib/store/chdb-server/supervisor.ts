// Keeps a chDB child process running: starts the child, restarts it when it dies, and reports the
// endpoint at which it listens. connector.ts is the only user.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { backOffMs } from '../../run/retry.ts'
import { launchChild, type Endpoint } from './launch.ts'
import { isOwnerRunning } from './owner.ts'
import type { ChildConfig } from './protocol.ts'

export interface ChildDeath {
  readonly reason: string
  /** How many times in a row the child has died within five seconds of its start. */
  readonly quickDeaths: number
}

export interface SupervisorOptions {
  readonly dataDir: string
  readonly database: string
  readonly settings: ChildConfig['settings']
  /** Called whenever a child starts to listen: at first and after each restart, each time at the same port. */
  readonly onEndpoint: (endpoint: Endpoint) => void
  /** Called when the child has died, before the supervisor restarts it. */
  readonly onDeath: (death: ChildDeath) => void
  /** Called when a child has met damaged files of a table, perhaps repeatedly. */
  readonly onDamaged: (found: string) => void
}

export interface Supervisor {
  /** The process id of the child; null while no child runs, during a restart. */
  pid(): number | null
  /** Stops the child after its running statements have ended. */
  close(): Promise<void>
}

const concurrentStatements = 8
const stableAfterMs = 5_000
const restartBackOff = { firstMs: 50, maxMs: 1_000 }
/** Number of attempts to start the first child when a signal kills it before it listens. */
const maxFirstStarts = 3
/**
 * How long a start waits for the lock on the data directory. After a service is killed, its child holds the lock
 * until it detects that its parent has ended. A child that is still opening the directory detects the end of its
 * parent only after the directory is open.
 */
const lockTimeoutMs = 60_000
const lockRetryMs = 250

/**
 * Starts the child. Resolves when it listens. Rejects with a reason of one line when the first start
 * fails.
 */
export async function startSupervisor(options: SupervisorOptions): Promise<Supervisor> {
  let config: ChildConfig = {
    dataDir: options.dataDir,
    database: options.database,
    settings: options.settings,
    user: 'oddslog',
    password: randomBytes(24).toString('base64url'),
    sessions: concurrentStatements,
  }
  const applyEndpoint = (endpoint: Endpoint): void => {
    config = { ...config, port: Number(new URL(endpoint.url).port) }
    options.onEndpoint(endpoint)
  }
  const closing = new AbortController()
  const openedAt = performance.now()
  let child = launchChild(config, options.onDamaged)
  for (let started = 1; ; started += 1) {
    try {
      applyEndpoint(await child.listening)
      break
    } catch (error) {
      const reason = await child.dead
      if (child.wasLockedOut()) {
        const mayRetry = performance.now() - openedAt < lockTimeoutMs
        if (!mayRetry || (await isOwnerRunning(options.dataDir))) throw error
        await sleep(lockRetryMs)
      } else {
        if (!child.wasKilled() || started >= maxFirstStarts) throw error
        options.onDeath({ reason, quickDeaths: started })
      }
      child = launchChild(config, options.onDamaged)
    }
  }

  async function restartUntilClosed(): Promise<void> {
    let quickDeaths = 0
    for (;;) {
      const startedAt = performance.now()
      const reason = await child.dead
      if (closing.signal.aborted) return
      quickDeaths = performance.now() - startedAt > stableAfterMs ? 1 : quickDeaths + 1
      options.onDeath({ reason, quickDeaths })
      const pauseMs = backOffMs(restartBackOff, Math.max(0, quickDeaths - 3))
      await sleep(pauseMs, undefined, { signal: closing.signal }).catch(() => undefined)
      if (closing.signal.aborted) return
      child = launchChild(config, options.onDamaged)
      // If this child dies before it listens, the next iteration of the loop handles its death.
      child.listening.then(applyEndpoint, () => undefined)
    }
  }

  const restarting = restartUntilClosed()
  return {
    pid: () => child.pid(),
    async close() {
      closing.abort()
      await child.stop()
      await restarting
    },
  }
}
