// A server at the place of Redis that answers each command with any bytes, including those that a real
// Redis never sends.
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

export interface FakeRedis {
  readonly port: number
  /** Every command received, its parts joined by spaces. */
  readonly commands: readonly string[]
  /** Number of connections so far. */
  readonly connections: () => number
  close(): Promise<void>
}

/** What `answer` returns is written as it is; null: nothing, 'close': the connection ends. */
export async function startFakeRedis(
  answer: (command: string) => string | null,
): Promise<FakeRedis> {
  const commands: string[] = []
  const sockets = new Set<Socket>()
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    sockets.add(socket)
    let received = Buffer.alloc(0)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
    socket.on('data', (data) => {
      received = Buffer.concat([received, data])
      for (let next = parseCommand(received); next; next = parseCommand(received)) {
        received = received.subarray(next.length)
        commands.push(next.command)
        const bytes = answer(next.command)
        if (bytes === 'close') socket.destroy()
        else if (bytes !== null && socket.writable) socket.write(bytes)
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    commands,
    connections: () => connections,
    async close() {
      server.close()
      for (const socket of sockets) socket.destroy()
      await once(server, 'close')
    },
  }
}

/** The first command, an array of bulk strings; null until all of it is there. */
function parseCommand(bytes: Buffer): { command: string; length: number } | null {
  let at = 0
  const line = (): string | null => {
    const end = bytes.indexOf('\r\n', at)
    if (end < 0) return null
    const text = bytes.toString('latin1', at + 1, end)
    at = end + 2
    return text
  }
  const parts: string[] = []
  const count = line()
  for (let i = 0; count !== null && i < Number(count); i += 1) {
    const length = line()
    if (length === null || at + Number(length) + 2 > bytes.length) return null
    parts.push(bytes.toString('utf8', at, at + Number(length)))
    at += Number(length) + 2
  }
  return count === null ? null : { command: parts.join(' '), length: at }
}
