// The MCP server on stdin and stdout, for a client that starts it as a child process.
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { createMcpServer, type McpOptions } from './mcp.ts'

/** In bytes. A larger message closes the connection; arguments of tools are much shorter. */
const maxBufferSize = 4 * 1024 * 1024

/** Resolves when the server has begun to read stdin. The process ends by itself when the client closes stdin. */
export async function serveStdio(options: McpOptions): Promise<void> {
  const transport = new StdioServerTransport(undefined, undefined, { maxBufferSize })
  await createMcpServer(options).connect(transport)
}
