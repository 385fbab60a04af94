// A Redis server for a benchmark, without persistence.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createConnection, createServer, type AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface BenchRedis {
  readonly url: string
  stop(): Promise<void>
}

/** Resolves when it listens; null if redis-server is not on the PATH. */
export async function startRedis(directory: string): Promise<BenchRedis | null> {
  const port = await freePort()
  const settings = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--dir', directory]
  const server = spawn('redis-server', settings, { stdio: 'ignore' })
  const isStarted = await once(server, 'spawn').then(
    () => true,
    () => false,
  )
  if (!isStarted) return null
  const ended = once(server, 'exit')
  while (!(await listens(port))) {
    if (server.exitCode !== null) throw new Error('redis-server ended at once')
    await sleep(20)
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    async stop() {
      server.kill('SIGKILL')
      await ended
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function listens(port: number): Promise<boolean> {
  const socket = createConnection(port, '127.0.0.1')
  const isThere = await once(socket, 'connect').then(
    () => true,
    () => false,
  )
  socket.destroy()
  return isThere
}
