// Connections of kafkajs, which have two defects that kafkajs-repairs.ts repairs.
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { createConnection, createServer, type AddressInfo, type Socket } from 'node:net'
import { expect, it } from '@jest/globals'
import { loadKafkajsInternals } from '../../../services/lib/log/kafka/kafkajs-internals.ts'
import { until } from '../../support/waiting.ts'

interface Queue {
  pending: object[]
  throttledUntil: number
  throttleCheckTimeoutId: NodeJS.Timeout | null
  checkPendingRequests(): void
}

interface Connection {
  connect(): Promise<unknown>
  disconnect(): Promise<unknown>
}

loadKafkajsInternals()
loadKafkajsInternals()
const require = createRequire(import.meta.url)
const load = <T>(path: string) =>
  require(`kafkajs/src/network/${path}`) as new (options: object) => T
const RequestQueue = load<Queue>('requestQueue')
const KafkajsConnection = load<Connection>('connection')
const createSocketFactory = require('kafkajs/src/network/socketFactory') as () => unknown

const noLog = () => undefined
const quiet = { debug: noLog, error: noLog, warn: noLog }
const logger = { ...quiet, namespace: () => quiet }
const common = { clientId: 'test', requestTimeout: 1_000, enforceRequestTimeout: false, logger }

it('open one socket, although two requests need it at once', async () => {
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket.on('error', noLog).resume())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const options = { ...common, host: '127.0.0.1', port, connectionTimeout: 60_000 }
  const connection = new KafkajsConnection({ ...options, socketFactory: createSocketFactory() })
  await Promise.all([connection.connect(), connection.connect()])
  await connection.disconnect()
  await connection.connect()
  await connection.disconnect()
  // the server accepts connections in their order, so all earlier ones are accepted before this one
  const last = createConnection(port, '127.0.0.1').on('error', noLog)
  await once(last, 'connect')
  await until(() => sockets.some(({ remotePort }) => remotePort === last.localPort))
  expect(sockets).toHaveLength(3)
  for (const socket of [...sockets, last]) socket.destroy()
  server.close()
})

it('connect again after a failure', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  const options = { ...common, host: '127.0.0.1', port, connectionTimeout: 60_000 }
  const connection = new KafkajsConnection({ ...options, socketFactory: createSocketFactory() })
  const both = [connection.connect(), connection.connect()]
  for (const { status } of await Promise.allSettled(both)) expect(status).toBe('rejected')
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  await connection.connect()
  await connection.disconnect()
  server.close()
})

it('set a timer only for requests that wait', () => {
  const queue = new RequestQueue({
    ...common,
    maxInFlightRequests: 1,
    broker: 'test',
    isConnected: () => true,
  })
  queue.checkPendingRequests()
  expect(queue.throttleCheckTimeoutId).toBeNull()
  queue.pending.push({})
  queue.throttledUntil = Date.now() + 60_000
  queue.checkPendingRequests()
  expect(queue.throttleCheckTimeoutId).not.toBeNull()
  clearTimeout(queue.throttleCheckTimeoutId ?? undefined)
})
