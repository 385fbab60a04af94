// Entry of the chDB child: opens one data directory and serves ClickHouse's HTTP interface on a
// port of the loopback address, until its parent closes it or is gone. Started by supervisor.ts.
import type { AddressInfo } from 'node:net'
import { openEngine } from './engine.ts'
import { createHttpServer } from './http.ts'
import { writeOwner } from './owner.ts'
import type { ChildConfig, ChildMessage, ParentMessage } from './protocol.ts'

function say(message: ChildMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined) return resolve()
    process.send(message, undefined, {}, () => resolve())
  })
}

/** Returns what closes it. */
async function serve(config: ChildConfig): Promise<() => Promise<void>> {
  const engine = openEngine({ ...config, tagPrefix: `q${process.pid}` })
  await writeOwner(config.dataDir, process.ppid)
  const server = createHttpServer({ ...config, engine, database: 'default' })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(config.port ?? 0, '127.0.0.1', resolve)
  })
  await say({ type: 'listening', port: (server.address() as AddressInfo).port })
  return async () => {
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeIdleConnections()
    await closed
    await engine.close()
  }
}

let serving: Promise<() => Promise<void>> | undefined

async function onMessage(message: ParentMessage): Promise<void> {
  if (message.type === 'open') {
    serving = serve(message.config)
    await serving
    return
  }
  const close = await serving
  await close?.()
  process.exit(0)
}

// Ctrl-C and a stop of the process group reach the child, too; the parent decides when it is time.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => undefined)
// The parent is gone. Not exit(): the engine would take its time, and needs none.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('message', (message: ParentMessage) => {
  onMessage(message).catch(async (error: unknown) => {
    await say({ type: 'refused', reason: error instanceof Error ? error.message : String(error) })
    process.exit(1)
  })
})
