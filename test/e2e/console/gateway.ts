// A TCP gateway between a browser and a service, whose connections a test can cut.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

export interface Gateway {
  readonly url: string
  /** Ends all connections, and refuses new ones. */
  cut(): void
  restore(): void
  close(): Promise<void>
}

/** `target`: the URL of the service; asked again for each connection. */
export async function openGateway(target: () => string): Promise<Gateway> {
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((client) => {
    if (isCut) {
      client.destroy()
      return
    }
    const service = connect(Number(new URL(target()).port), '127.0.0.1')
    for (const socket of [client, service]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        service.destroy()
      })
    }
    client.pipe(service).pipe(client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endAll = (): void => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true
      endAll()
    },
    restore() {
      isCut = false
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        endAll()
      }),
  }
}
