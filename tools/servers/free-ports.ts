// Ports for servers of a test, from below those that the system gives to outgoing connections: a
// broker that is killed finds its own free again.
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

const first = 20_000
const end = 32_000

export async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>()
  while (found.size < count) {
    const port = first + Math.floor(Math.random() * (end - first))
    if (await isFree(port)) found.add(port)
  }
  return [...found]
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}

/** Whether a server ended because somebody else was quicker to its port. */
export function saysPortTaken(output: string): boolean {
  return /address already in use|port \d+ seems to be in use/i.test(output)
}

/** One that the system gives: for what needs it only until it is gone. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
