// Entry point of the chDB child process: opens one data directory and serves ClickHouse's HTTP
// interface on a port of the loopback address, until the parent closes the child or the parent process
// ends. Started by launch.ts.
import type { AddressInfo } from 'node:net'
import { openEngine, type Engine } from './engine.ts'
import { createHttpServer } from './http.ts'
import { writeOwner } from './owner.ts'
import type { ChildConfig, ChildMessage, ParentMessage } from './protocol.ts'
import { sendToParent } from '../../run/running-process.ts'
import { backgroundErrors, createDamageFinder, type BackgroundError } from '../damage.ts'

/** Interval of the checks for damage that only merges find. */
const backgroundCheckMs = 10_000

const send = sendToParent<ChildMessage>

/** Resolves with a function that stops the HTTP server and closes the engine. */
async function startServer(config: ChildConfig): Promise<() => Promise<void>> {
  const onDamaged = (found: string): void => void send({ type: 'damaged', found })
  const engine = openEngine({ ...config, tagPrefix: `q${process.pid}`, onDamaged })
  const stopChecks = await startBackgroundChecks(engine, onDamaged)
  await writeOwner(config.dataDir, process.ppid)
  const server = createHttpServer({ ...config, engine, database: 'default' })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(config.port ?? 0, '127.0.0.1', resolve)
  })
  await send({ type: 'listening', port: (server.address() as AddressInfo).port })
  return async () => {
    stopChecks()
    const closed = new Promise((resolve) => server.close(resolve))
    server.closeIdleConnections()
    await closed
    await engine.close()
  }
}

/**
 * Starts periodic checks for errors of merges, which no statement returns. Returns the function that ends the
 * checks.
 */
async function startBackgroundChecks(
  engine: Engine,
  onDamaged: (found: string) => void,
): Promise<() => void> {
  const stopping = new AbortController()
  const findDamage = createDamageFinder()
  const check = async (): Promise<void> => {
    const bytes = await engine.run({
      sql: `${backgroundErrors} SETTINGS output_format_json_quote_64bit_integers = 0`,
      data: null,
      database: 'default',
      format: 'JSONEachRow',
      settings: new Map(),
      params: new Map(),
      signal: stopping.signal,
    })
    const lines = Buffer.from(bytes).toString('utf8').split('\n')
    const errors = lines.filter((line) => line !== '').map((line) => JSON.parse(line))
    const found = findDamage(errors as BackgroundError[])
    if (found !== null) onDamaged(found)
  }
  await check()
  // a check that fails, for example for lack of memory, is followed by the next one
  const timer = setInterval(() => void check().catch(() => undefined), backgroundCheckMs)
  return () => {
    clearInterval(timer)
    stopping.abort()
  }
}

let serving: Promise<() => Promise<void>> | undefined

async function onMessage(message: ParentMessage): Promise<void> {
  if (message.type === 'ping') return send({ type: 'pong' })
  if (message.type === 'open') {
    serving = startServer(message.config)
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
