// Keeps a chDB child running: starts it, starts it again when it dies, tells where it listens.
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { launchChild, type Endpoint } from './launch.ts'
import { isOwnerRunning } from './owner.ts'
import type { ChildConfig } from './protocol.ts'

export interface Death {
  readonly reason: string
  /** How often in a row it has died without having lived five seconds. */
  readonly quickDeaths: number
}

export interface SupervisorOptions {
  readonly dataDir: string
  readonly settings: ChildConfig['settings']
  /** It listens here: for the first time, or again. */
  readonly onEndpoint: (endpoint: Endpoint) => void
  /** It has died and will be started again. */
  readonly onDeath: (death: Death) => void
}

export interface Supervisor {
  /** null between two children. */
  pid(): number | null
  /** Lets running statements end. */
  close(): Promise<void>
}

const sessions = 8
const longLifeMs = 5_000
const firstPauseMs = 50
const longestPauseMs = 1_000
/** A child that is killed before it ever listened is started so often in all. */
const firstStarts = 3
/**
 * The child of a service that was killed a moment ago needs a while to see it and let go: while it
 * opens the directory, it sees nothing.
 */
const lockPatienceMs = 60_000
const lockPauseMs = 250

/** Resolves when the child listens; rejects when its first start fails, with the reason in a line. */
export async function startSupervisor(options: SupervisorOptions): Promise<Supervisor> {
  const config: ChildConfig = {
    dataDir: options.dataDir,
    settings: options.settings,
    user: 'oddslog',
    password: randomBytes(24).toString('base64url'),
    sessions,
  }
  const closing = new AbortController()
  const openedAt = performance.now()
  let child = launchChild(config)
  for (let started = 1; ; started += 1) {
    try {
      options.onEndpoint(await child.listening)
      break
    } catch (error) {
      const reason = await child.dead
      if (child.wasLockedOut()) {
        const isPatient = performance.now() - openedAt < lockPatienceMs
        if (!isPatient || (await isOwnerRunning(options.dataDir))) throw error
        await sleep(lockPauseMs)
      } else {
        if (!child.wasKilled() || started >= firstStarts) throw error
        options.onDeath({ reason, quickDeaths: started })
      }
      child = launchChild(config)
    }
  }

  async function restartForEver(): Promise<void> {
    let quickDeaths = 0
    for (;;) {
      const startedAt = performance.now()
      const reason = await child.dead
      if (closing.signal.aborted) return
      quickDeaths = performance.now() - startedAt > longLifeMs ? 1 : quickDeaths + 1
      options.onDeath({ reason, quickDeaths })
      const pauseMs = Math.min(firstPauseMs * 2 ** Math.max(0, quickDeaths - 3), longestPauseMs)
      await sleep(pauseMs, undefined, { signal: closing.signal }).catch(() => undefined)
      if (closing.signal.aborted) return
      child = launchChild(config)
      // When it does not come to listen, `dead` tells.
      child.listening.then(options.onEndpoint, () => undefined)
    }
  }

  const restarting = restartForEver()
  return {
    pid: () => child.pid(),
    async close() {
      closing.abort()
      await child.stop()
      await restarting
    },
  }
}
