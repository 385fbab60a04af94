// Many readers of the stream: the delay from the append of a trade until a reader has it, the processor time and the
// memory of the server. The server is a process of its own; this process has all readers, so both need a core.
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const { values } = parseArgs({
  options: {
    /** Readers and trades a second of each run. */
    runs: { type: 'string', default: '500x200,5000x20' },
    /** All readers follow all markets, or each of them one of so many. */
    markets: { type: 'string', default: '0' },
    seconds: { type: 'string', default: '15' },
  },
})
const markets = Number(values.markets)
const seconds = Number(values.seconds)

interface Usage {
  readonly rss: number
  readonly cpuMs: number
  readonly appended: number
}

async function ask(server: ChildProcess, command: object): Promise<Usage> {
  server.send(command)
  const [answer] = (await once(server, 'message')) as [Usage]
  return answer
}

const mark = '"native_trade_id":"'
const delays: number[] = []
let messages = 0

/** The time of the append is in each message; a message may be cut between two chunks. */
function createParser(): (chunk: Buffer) => void {
  let rest = ''
  return (chunk) => {
    const nowMs = performance.timeOrigin + performance.now()
    const text = rest + chunk.toString('latin1')
    let read = 0
    for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, read)) {
      const end = text.indexOf('"', at + mark.length)
      if (end < 0) break
      read = end
      messages += 1
      delays.push(nowMs - Number(text.slice(at + mark.length, end)))
    }
    rest = text.slice(Math.max(read, text.length - 600))
  }
}

async function openReader(port: number, number: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', (error) => {
    throw error
  })
  await once(socket, 'connect')
  const id = `pa_0x${'b'.repeat(60)}${number % Math.max(markets, 1)}`
  const query = markets > 0 ? `?market_ids=${id}` : ''
  socket.write(`GET /${query} HTTP/1.1\r\nHost: a\r\n\r\n`)
  await once(socket, 'data')
  socket.on('data', createParser())
  return socket
}

function quantile(sorted: Float64Array, share: number): string {
  return (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN).toFixed(0)
}

async function measure(readers: number, rate: number): Promise<void> {
  const server = fork(fileURLToPath(new URL('./stream-readers/server.ts', import.meta.url)), {
    execArgv: ['--expose-gc', '--import', 'tsx'],
  })
  const [{ port }] = (await once(server, 'message')) as [{ port: number }]
  const before = await ask(server, { kind: 'usage' })
  const sockets: Socket[] = []
  while (sockets.length < readers) {
    const some = Math.min(100, readers - sockets.length)
    const opened = Array.from({ length: some }, (_, n) => openReader(port, sockets.length + n))
    sockets.push(...(await Promise.all(opened)))
  }
  const idle = await ask(server, { kind: 'usage' })
  await ask(server, { kind: 'append', rate, markets: Math.max(markets, 1) })
  await sleep(2_000)
  delays.length = 0
  messages = 0
  const start = await ask(server, { kind: 'usage' })
  const ownStart = process.cpuUsage()
  await sleep(seconds * 1_000)
  const end = await ask(server, { kind: 'usage' })
  const own = process.cpuUsage(ownStart)
  await ask(server, { kind: 'pause' })
  const found = Float64Array.from(delays).toSorted()
  const share = (cpuMs: number): string => `${((cpuMs / seconds / 10) | 0).toString()}%`
  const kb = (bytes: number): string => (bytes / 1_000 / readers).toFixed(0)
  process.stdout.write(
    `| ${[
      readers,
      markets > 0 ? `one of ${markets} markets` : 'all markets',
      rate,
      Math.round(messages / seconds),
      quantile(found, 0.5),
      quantile(found, 0.99),
      share(end.cpuMs - start.cpuMs),
      share((own.user + own.system) / 1_000),
      kb(idle.rss - before.rss),
      kb(end.rss - before.rss),
    ].join(' | ')} |\n`,
  )
  for (const socket of sockets) socket.destroy()
  server.send({ kind: 'stop' })
  await once(server, 'exit')
}

process.stdout.write(
  '| readers | each follows | trades/s | messages/s | p50, ms | p99, ms | server, of a core | readers, of a core | KB per reader, idle | KB per reader, at the end |\n|---|---|---|---|---|---|---|---|---|---|\n',
)
for (const run of values.runs.split(',')) {
  const [readers = 0, rate = 0] = run.split('x').map(Number)
  await measure(readers, rate)
}
