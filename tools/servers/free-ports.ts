// Finds free ports for test servers, below the range that the operating system uses for outgoing
// connections. Otherwise an outgoing connection could take the port of a killed broker before the broker
// restarts.
import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

const minPort = 20_000
const maxPort = 32_000

/**
 * The ports that freePorts() does not return again in this process: a server may open its port late, or open it
 * again after it was killed.
 */
const usedPorts = new Set<number>()

/** Returns free ports. Never returns a port twice in one process. */
export async function freePorts(count: number): Promise<number[]> {
  const found: number[] = []
  while (found.length < count) {
    const port = minPort + Math.floor(Math.random() * (maxPort - minPort))
    if (usedPorts.has(port)) continue
    usedPorts.add(port)
    if (await isPortFree(port)) found.push(port)
  }
  return found
}

async function isPortFree(port: number): Promise<boolean> {
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

/** Whether the output of a server says that another process uses its port. */
export function isPortInUseError(output: string): boolean {
  return /address already in use|port \d+ seems to be in use/i.test(output)
}

/** A port chosen by the operating system, for servers that are never restarted at the same port. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
