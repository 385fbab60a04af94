// A substitute for a ClickHouse server in tests and `npm run cluster`: the chDB child as a separate process
// at a fixed port. It can be killed and restarted, and ends with the run. docs/clickhouse.md lists how it
// differs from a ClickHouse server.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchChild, type Child } from '../../services/lib/store/chdb-server/launch.ts'
import { freePort } from './free-ports.ts'

export interface StoreServer {
  readonly port: number
  /** null while the server does not run. */
  pid(): number | null
  /** URL with user and password, and `database` as the path. */
  url(database: string): string
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void
  /** Sends SIGKILL; resolves when the process has ended. */
  kill(): Promise<void>
  /** Starts the server again at the same port with the same data; resolves when it responds. */
  restart(): Promise<void>
  stop(): Promise<void>
}

export const storeUser = 'oddslog'
export const storePassword = 'p@ss:w/rd'

/** Resolves when the server responds. */
export async function startStoreServer(
  options: {
    readonly port?: number
    /** Folder of the data, which stays; default: a temporary folder. */
    readonly folder?: string
  } = {},
): Promise<StoreServer> {
  const directory = options.folder ?? (await mkdtemp(join(tmpdir(), 'oddslog-store-server-')))
  const port = options.port ?? (await freePort())
  let child: Child

  async function launchProcess(): Promise<void> {
    child = launchChild({
      dataDir: directory,
      user: storeUser,
      password: storePassword,
      port,
      sessions: 8,
      // the default settings, as on a server, except for this one: chDB counts parameters as part of the statement
      settings: { max_query_size: 1 << 22 },
    })
    await child.listening
  }
  const send = (signal: NodeJS.Signals): void => {
    const pid = child.pid()
    if (pid !== null) process.kill(pid, signal)
  }

  await launchProcess()
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
    restart: launchProcess,
    async stop() {
      send('SIGCONT')
      await child.stop()
      if (options.folder === undefined) await rm(directory, { recursive: true, force: true })
    },
  }
}
