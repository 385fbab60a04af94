// The servers that all test files of one jest run share, one of each. They belong to the main process of
// jest, which starts one on the first request of a test file, at a loopback port, and stops it at the end.
import { once } from 'node:events'
import { createConnection, createServer, type AddressInfo, type Server } from 'node:net'
import { text } from 'node:stream/consumers'
import { installServers, ServersMissing } from '../../../tools/servers/install.ts'
import { startKafkaCluster } from '../../../tools/servers/kafka-cluster.ts'
import { startRegistry } from '../../../tools/servers/registry.ts'

export interface ServersOfTheRun {
  /** One broker. */
  readonly kafka: { readonly brokers: readonly string[] }
  readonly registry: { readonly url: string }
}
export type ServerName = keyof ServersOfTheRun

/** `missing`: what the machine lacks. `failed`: it should have worked. */
export type Answer =
  | { readonly there: ServersOfTheRun[ServerName] | null }
  | { readonly missing: string }
  | { readonly failed: string }

const portVariable = 'ODDSLOG_TEST_SERVERS_PORT'

interface Started {
  readonly about: ServersOfTheRun[ServerName]
  readonly stop: () => Promise<void>
}

const starts: { readonly [N in ServerName]: () => Promise<Started> } = {
  async kafka() {
    const cluster = await startKafkaCluster({ brokers: 1 })
    return { about: { brokers: cluster.addresses }, stop: () => cluster.stop() }
  },
  async registry() {
    const registry = await startRegistry()
    return { about: { url: registry.url }, stop: () => registry.stop() }
  },
}

const started = new Map<ServerName, Promise<Started>>()
let host: Server | undefined

/** In jest's own process, before its workers are made: they inherit the port. */
export async function openServersOfTheRun(): Promise<void> {
  host = createServer((socket) => {
    socket.on('error', () => {}) // the process that asked has ended
    socket.once('data', (name) => {
      void answer(name.toString()).then((found) => socket.end(JSON.stringify(found)))
    })
  })
  host.listen(0, '127.0.0.1')
  await once(host, 'listening')
  process.env[portVariable] = `${(host.address() as AddressInfo).port}`
}

export async function closeServersOfTheRun(): Promise<void> {
  host?.close()
  const running = await Promise.allSettled(started.values())
  started.clear()
  for (const start of running) if (start.status === 'fulfilled') await start.value.stop()
}

/** In a test file. `none`: whether servers of a test's own could be started. */
export async function askForServer(name: ServerName | 'none'): Promise<Answer> {
  const port = process.env[portVariable]
  if (port === undefined) throw new Error('not within a test run')
  const socket = createConnection(Number(port), '127.0.0.1')
  socket.write(name)
  return JSON.parse(await text(socket)) as Answer
}

async function answer(name: string): Promise<Answer> {
  try {
    if (name === 'none') {
      await installServers()
      return { there: null }
    }
    const running = started.get(name as ServerName) ?? starts[name as ServerName]()
    started.set(name as ServerName, running)
    return { there: (await running).about }
  } catch (error) {
    if (error instanceof ServersMissing) return { missing: error.message }
    return { failed: error instanceof Error ? error.message : String(error) }
  }
}
