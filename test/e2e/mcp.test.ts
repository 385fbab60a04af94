// The program as an MCP server on stdin and stdout, started by the client of the official SDK.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { builtMainPath } from '../../tools/built-program.ts'
import type { RunningApi } from '../api/running-api.ts'
import { openToolWorld } from '../mcp/tool-world.ts'

let api: RunningApi
beforeAll(async () => {
  api = await openToolWorld()
})
afterAll(() => api.close())

const environment = () => ({ MCP_API_URL: api.url, MCP_API_KEY: api.apiKey, LOG_LEVEL: 'trace' })

describe('npm start mcp', () => {
  it('answers the client of the SDK, and ends when the client closes', async () => {
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [builtMainPath, 'mcp'],
      env: environment(),
      stderr: 'pipe',
    })
    const stderr = text(transport.stderr as Readable)
    const client = new Client({ name: 'test', version: '1' })
    await client.connect(transport)
    const { tools } = await client.listTools()
    expect(tools.length).toBe(9)
    const price = await client.callTool({ name: 'get_price', arguments: { market_id: 'pa_1' } })
    expect(price.structuredContent).toMatchObject({ market_id: 'pa_1', price: 0.6 })
    const unknown = { name: 'get_price', arguments: { market_id: 'pa_none' } }
    const failed = (await client.callTool(unknown)) as CallToolResult
    expect(failed).toMatchObject({ isError: true })
    await client.close()
    expect(await stderr).not.toContain(api.apiKey)
  })

  it('writes nothing but messages to stdout, whatever it reads', async () => {
    const program = spawn(process.execPath, [builtMainPath, 'mcp'], { env: environment() })
    const stdout = text(program.stdout)
    program.stdin.end(
      [
        'no JSON',
        '{"jsonrpc":"2.0","id":1,"method":"no/such"}',
        '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"get_price","arguments":7}}',
        '{"jsonrpc":"2.0","id":3,"method":"tools/list"}',
        '',
      ].join('\n'),
    )
    const lines = (await stdout).trimEnd().split('\n')
    const messages = lines.map((line) => JSON.parse(line) as { id: number })
    const answers = new Map(messages.map((message) => [message.id, message]))
    expect(answers.size).toBe(messages.length)
    expect(answers.get(1)).toHaveProperty('error')
    expect(answers.get(2)).toHaveProperty('error')
    expect(answers.get(3)).toHaveProperty('result')
    if (program.exitCode === null) await once(program, 'exit')
    expect(program.exitCode).toBe(0)
  })
})
