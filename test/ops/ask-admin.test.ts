// Another program at the admin port: its answers are recognized, also if they have fields of the same names.
import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { openHttpServer, type HttpServer } from '../../services/lib/run/http-server.ts'
import { askToResolve } from '../../services/ops/dead-letters/admin.ts'
import { askAdmin, readMetrics, readReadiness } from '../../services/ops/ask-admin.ts'
import { askForRows } from '../../services/ops/fact-rows.ts'
import { askForTableSizes } from '../../services/ops/status/tables.ts'
import { askForHashes } from '../../services/ops/verify/admin.ts'

let other: HttpServer
let answer: { readonly status: number; readonly body: string }

beforeAll(async () => {
  other = await openHttpServer({
    host: '127.0.0.1',
    port: 0,
    handler: (_request, response) => response.writeHead(answer.status).end(answer.body),
  })
})
afterAll(() => other.close())

const question = { table: 'trades', by: 'day', from_ms: 0, until_ms: 1, owner: null, after: '' }
const requests: Readonly<Record<string, (url: string) => Promise<unknown>>> = {
  readMetrics,
  readReadiness,
  askForTableSizes,
  askForHashes: (url) => askForHashes(url, question as Parameters<typeof askForHashes>[1]),
  askForRows: (url) => askForRows(url, { market_id: 'pb_M', trade: null }),
  askForSnapshot: (url) => askAdmin<{ snapshot: string }>(url, '/store-snapshot', {}, 'snapshot'),
  askToResolve: (url) =>
    askToResolve(url, { action: 'drop', places: [], by: '', why: '', dry_run: true }),
}

it.each(
  [
    { status: 200, body: '{"parts":[],"detail":{"a":1}}' },
    { status: 404, body: '{"detail":5}' },
    { status: 200, body: '{"parts":{"catalog":null},"tables":[1],"groups":{},"snapshot":7}' },
    { status: 200, body: '{"tables":[],"groups":[{"name":"a"}],"results":[null],"row":null}' },
    { status: 200, body: '[]' },
    { status: 200, body: '# HELP go_goroutines Number of goroutines.\ngo_goroutines 8\n' },
  ].flatMap((one) => Object.keys(requests).map((name) => ({ ...one, name }))),
)('$name refuses $status $body', async ({ name, ...one }) => {
  answer = one
  await expect(requests[name]?.(other.url)).rejects.toThrow(
    `${other.url} is not the admin port: it answered ${one.status}`,
  )
})

it('a port that accepts connections and does not answer is named', async () => {
  const silent = createServer()
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
  await expect(askAdmin(url, '/store-snapshot', {}, 'snapshot' as never, 50)).rejects.toThrow(
    `${url} accepts connections, but does not answer`,
  )
  silent.close()
})
