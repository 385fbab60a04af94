// Answers each request with a documented error: the beginning of the path says which.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { DocumentedError } from './planned-calls.ts'

export interface ErrorServer {
  urlOf(error: DocumentedError): string
  close(): Promise<void>
}

export async function startErrorServer(): Promise<ErrorServer> {
  const errors: DocumentedError[] = []
  const server = createServer((request, response) => {
    const { status = 500, example = null } = errors[Number(request.url?.split('/')[1])] ?? {}
    request.resume()
    response.writeHead(status, example === null ? {} : { 'Content-Type': 'application/json' })
    response.end(example === null ? undefined : JSON.stringify(example))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    urlOf: (error) => `http://127.0.0.1:${port}/${errors.push(error) - 1}`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
