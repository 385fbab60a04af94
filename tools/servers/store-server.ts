// What stands in for a ClickHouse server: the chDB child in a process of its own, at a port that it
// comes back to. It can be killed, and goes when the run does. docs/clickhouse.md says what a
// server does differently.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchChild, type Child } from '../../services/platform/store/chdb-server/launch.ts'
import { freePort } from './free-ports.ts'

export interface StoreServer {
  readonly port: number
  /** null while it does not run. */
  pid(): number | null
  /** With user and password; `database` in its path. */
  url(database: string): string
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  /** kill -9, at once. Resolves when it is gone. */
  kill(): Promise<void>
  /** Resolves when it answers again, at the same port, with the same data. */
  restart(): Promise<void>
  stop(): Promise<void>
}

export const storeUser = 'oddslog'
export const storePassword = 'p@ss:w/rd'

/** Resolves when it answers. */
export async function startStoreServer(
  options: {
    readonly port?: number
    /** Where its data are to be, and remain. */
    readonly folder?: string
  } = {},
): Promise<StoreServer> {
  const directory = options.folder ?? (await mkdtemp(join(tmpdir(), 'oddslog-store-server-')))
  const port = options.port ?? (await freePort())
  let child: Child

  async function launch(): Promise<void> {
    child = launchChild({
      dataDir: directory,
      user: storeUser,
      password: storePassword,
      port,
      sessions: 8,
      // the defaults of the engine, as on a server; only that parameters are a part of the text here
      settings: { max_query_size: 1 << 22 },
    })
    await child.listening
  }
  const send = (signal: NodeJS.Signals): void => {
    const pid = child.pid()
    if (pid !== null) process.kill(pid, signal)
  }

  await launch()
  return {
    port,
    pid: () => child.pid(),
    url: (database) =>
      `http://${storeUser}:${encodeURIComponent(storePassword)}@127.0.0.1:${port}/${encodeURIComponent(database)}`,
    signal: send,
    async kill() {
      send('SIGKILL')
      await child.dead
    },
    restart: launch,
    async stop() {
      send('SIGCONT')
      await child.stop()
      if (options.folder === undefined) await rm(directory, { recursive: true, force: true })
    },
  }
}
