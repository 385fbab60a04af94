// Delivery by a process that is killed: each message arrives once or more, in order, with a valid signature, whatever
// the receivers do.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { Webhook } from 'standardwebhooks'
import { partitionOf } from '../../services/lib/log/partitioner.ts'
import { webhookSecretOf } from '../../services/lib/run/webhook-signing.ts'
import { topics } from '../../services/topology.ts'
import { root } from '../support/source-files.ts'
import { until } from '../support/waiting.ts'
import { changeOf, createDirectory, openWebhookLog } from './webhook-log.ts'
import { definitionOf } from './webhook-records.ts'

const trades = 20
const names = ['good', 'flaky', 'hanging'] as const
type Name = (typeof names)[number]
const secretOf = (name: Name): string => webhookSecretOf('the secret of the service', `wh_${name}`)

interface Received {
  readonly id: string
  readonly trade: string
}

const received: Record<Name, Received[]> = { good: [], flaky: [], hanging: [] }
const refused: unknown[] = []
const requests: Record<Name, number> = { good: 0, flaky: 0, hanging: 0 }
let directory: string
let server: Server
let child: ChildProcess
/** Kills the first process while it waits for this response to `good`. */
const killedAt = 7

beforeAll(async () => {
  directory = await createDirectory()
  server = createServer((request, response) => void receive(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const { log, append } = await openWebhookLog(directory)
  for (const name of names) {
    const created = definitionOf({
      url: `http://127.0.0.1:${port}/${name}`,
      level: 0.5,
      last_price: '0.6',
      from: [
        { topic: 'trades', partition: partitionOf('pa_1', topics.trades.partitions), offset: 0 },
      ],
    })
    await append(
      'webhooks',
      `wh_${name}`,
      changeOf({ action: 'create', webhook_id: `wh_${name}`, created }),
    )
  }
  await log.close()
})
afterAll(async () => {
  await kill()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
  await (await openWebhookLog(directory)).remove()
})

function start(): void {
  child = fork(join(root, 'test/webhooks/deliverer-child.ts'), [directory, String(trades)], {
    execArgv: ['--import', 'tsx'],
  })
}

async function kill(): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGKILL')
  await once(child, 'exit')
}

async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const name = (request.url ?? '').slice(1) as Name
  requests[name] += 1
  const text = Buffer.concat(await request.toArray()).toString()
  try {
    const headers = request.headers as Record<string, string>
    const { data } = new Webhook(secretOf(name)).verify(text, headers) as {
      readonly data: { readonly trade_id: string }
    }
    if (name === 'good' && requests.good === killedAt) return void child.kill('SIGKILL')
    if (name === 'hanging' && requests.hanging === 1) return
    if (name === 'flaky' && requests.flaky === 2) return void response.writeHead(500).end()
    received[name].push({ id: headers['webhook-id'] ?? '', trade: data.trade_id })
    response.writeHead(204).end()
  } catch (error) {
    refused.push(error)
    response.writeHead(400).end()
  }
}

it('sends every message once or more, in order, through a kill', async () => {
  const all = Array.from({ length: trades }, (_, i) => `t${i}`)
  start()
  await once(child, 'exit')
  expect(received.good).toHaveLength(killedAt - 1)
  start()
  await until(() => names.every((name) => received[name].at(-1)?.trade === all.at(-1)))
  expect(refused).toEqual([])
  for (const name of names) {
    // A message comes again only if its delivery was not recorded before the kill.
    const distinct = [...new Map(received[name].map(({ id, trade }) => [id, trade])).values()]
    expect([name, distinct]).toEqual([name, all])
    expect(new Set(received[name].map(({ trade }) => trade)).size).toBe(distinct.length)
  }
  expect(requests.flaky).toBeGreaterThan(trades)
})
