// The minimum cost of an HTTP response: Koa with one route that sends as many bytes as its path says.
// Used by ../reads.ts; prints its address.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Koa from 'koa'

const answers = new Map<string, string>()

const app = new Koa()
app.use((ctx) => {
  const body = answers.get(ctx.path) ?? JSON.stringify('x'.repeat(Number(ctx.path.slice(1)) - 2))
  answers.set(ctx.path, body)
  ctx.type = 'application/json'
  ctx.body = body
})
const handle = app.callback()
const server = createServer((request, response) => void handle(request, response))
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`http://127.0.0.1:${(server.address() as AddressInfo).port}\n`)
})
