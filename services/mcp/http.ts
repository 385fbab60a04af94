// The MCP server over Streamable HTTP. It keeps no sessions: each request has its own server, with the API key of the
// caller, so that any number of processes can stand behind one address.
import type { IncomingMessage, ServerResponse } from 'node:http'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { openHttpServer, type HttpServer } from '../lib/run/http-server.ts'
import { createMcpServer, type McpOptions } from './mcp.ts'

const path = '/mcp'

/**
 * Maximum size of a request body in bytes; arguments of tools are much shorter. The api checks the key only after
 * this server has parsed the body, and deeply nested JSON takes the parser some seconds per megabyte.
 */
const maxRequestBodySize = 64 * 1024

/** Opens the server at `path`. Rejects when the port is in use. */
export async function openMcpHttp(
  options: Omit<McpOptions, 'apiKey' | 'keySource'> & {
    readonly host: string
    readonly port: number
  },
): Promise<HttpServer> {
  const { host, port, ...rest } = options
  const server = await openHttpServer({
    host,
    port,
    handler: (request, response) => {
      handle(request, response, rest).catch((error: unknown) => {
        options.logger.error({ err: error }, 'a request failed')
        if (response.headersSent) response.destroy()
        else sendError(response, 500, 'The request failed')
      })
    },
  })
  return { ...server, url: server.url + path }
}

async function handle(
  request: IncomingMessage,
  response: ServerResponse,
  options: Omit<McpOptions, 'apiKey' | 'keySource'>,
): Promise<void> {
  if (request.url?.split('?')[0] !== path)
    return sendError(response, 404, `The MCP server is at ${path}`)
  // Only browsers send Origin. Their requests are rejected, because a web page could otherwise use this server
  // through a host name that resolves to its address (DNS rebinding).
  if (request.headers.origin !== undefined)
    return sendError(response, 403, 'Requests of browsers are not allowed')
  if (request.method !== 'POST') {
    response.setHeader('Allow', 'POST')
    return sendError(response, 405, 'There are no sessions and no messages of the server: use POST')
  }
  const apiKey = readKey(request)
  if (apiKey === null) {
    response.setHeader('WWW-Authenticate', 'Bearer')
    return sendError(response, 401, 'Send an API key in X-API-Key or Authorization: Bearer')
  }
  const server = createMcpServer({ ...options, apiKey, keySource: 'header' })
  const transport = new StreamableHTTPServerTransport({
    enableJsonResponse: true,
    maxRequestBodySize,
  })
  response.once('close', () => void server.close())
  await server.connect(transport)
  await transport.handleRequest(request, response)
}

/** Returns the API key of the request; null if it has none, or has a text that cannot be a key. */
function readKey({ headers }: IncomingMessage): string | null {
  const bearer = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? '')?.[1]
  const [own] = [headers['x-api-key']].flat()
  const key = own ?? bearer ?? ''
  return /^[\x21-\x7e]{1,200}$/.test(key) ? key : null
}

function sendError(response: ServerResponse, status: number, message: string): void {
  response.writeHead(status, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message }, id: null }))
}
