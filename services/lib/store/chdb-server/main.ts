// Entry point of the chDB child process: opens one data directory and serves ClickHouse's HTTP
// interface on a port of the loopback address, until the parent closes the child or the parent process
// ends. Started by launch.ts.
import type { AddressInfo } from 'node:net'
import { openEngine } from './engine.ts'
import { createHttpServer } from './http.ts'
import { writeOwner } from './owner.ts'
import type { ChildConfig, ChildMessage, ParentMessage } from './protocol.ts'

function send(message: ChildMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined) return resolve()
    process.send(message, undefined, {}, () => resolve())
  })
}

/** Resolves with a function that stops the HTTP server and closes the engine. */
async function serve(config: ChildConfig): Promise<() => Promise<void>> {
  const engine = openEngine({ ...config, tagPrefix: `q${process.pid}` })
  await writeOwner(config.dataDir, process.ppid)
  const server = createHttpServer({ ...config, engine, database: 'default' })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(config.port ?? 0, '127.0.0.1', resolve)
  })
  await send({ type: 'listening', port: (server.address() as AddressInfo).port })
  return async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeIdleConnections()
    await closed
    await engine.close()
  }
}

let serving: Promise<() => Promise<void>> | undefined

async function onMessage(message: ParentMessage): Promise<void> {
  if (message.type === 'ping') return send({ type: 'pong' })
  if (message.type === 'open') {
    serving = serve(message.config)
    await serving
    return
  }
  const close = await serving
  await close?.()
  process.exit(0)
}

// Ctrl-C and signals to the process group reach the child, too. The child ignores them, because the
// parent sends `close` when the child should stop.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
// When the parent process has ended, the child ends with SIGKILL. At exit() the engine would shut down
// slowly, which is not needed for durability.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('message', (message: ParentMessage) => {
  onMessage(message).catch(async (error: unknown) => {
    await send({ type: 'refused', reason: error instanceof Error ? error.message : String(error) })
    process.exit(1)
  })
})
