// Measures what an insert costs the embedded store, by the number of its rows: the reason why the projector waits
// for more records (projectorTiming.lingerMs).
//   npm run bench:inserts -- [--inserts 40]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Book } from '../schemas/generated/events.ts'
import { bookColumns, toBookRow } from '../services/projector/tables/books.ts'
import { quoteColumns, toQuoteRow } from '../services/projector/tables/quotes.ts'
import { childrenOf, cpuSOf, describeMachine } from './machine.ts'
import { openPipeline } from './pipeline.ts'
import { tableHead, tableRow } from './statistics.ts'

const { values } = parseArgs({ options: { inserts: { type: 'string', default: '40' } } })
const inserts = Number(values.inserts)
const tables = [
  { table: 'quotes', columns: quoteColumns, toRow: toQuoteRow },
  { table: 'books', columns: bookColumns, toRow: toBookRow },
] as const

function createBook(number: number): Book {
  const level = (cents: number) => ({ price: (cents / 100).toFixed(2), size: '100' })
  return {
    market_id: `pb_MARKET-${number % 10_000}`,
    platform: 'platform_b',
    timestamp_ms: Date.now(),
    bids: Array.from({ length: 20 }, (_, depth) => level(49 - depth)),
    asks: Array.from({ length: 20 }, (_, depth) => level(51 + depth)),
    received_at_ms: Date.now(),
    origin: { topic: 'raw.books', partition: 0, offset: number },
  }
}

process.stdout.write(describeMachine())
const directory = await mkdtemp(join(tmpdir(), 'oddslog-inserts-'))
const pipeline = await openPipeline(directory)
const storePid = childrenOf(process.pid)[0] ?? 0
process.stdout.write(tableHead(['table', 'rows', 'store, CPU ms an insert', 'ms an insert']))
let number = 0
for (const { table, columns, toRow } of tables)
  for (const rows of [20, 200, 2_000]) {
    const insert = (): Promise<void> => {
      const batch = Array.from({ length: rows }, () => toRow(createBook(number), number++))
      return pipeline.store.insert(table, columns, batch)
    }
    await insert()
    const [startMs, startS] = [performance.now(), cpuSOf(storePid)]
    for (let done = 0; done < inserts; done++) await insert()
    const cpuMs = ((cpuSOf(storePid) - startS) * 1000) / inserts
    const ms = (performance.now() - startMs) / inserts
    process.stdout.write(tableRow([table, rows, cpuMs.toFixed(1), ms.toFixed(1)]))
  }
await pipeline.close()
await rm(directory, { recursive: true, force: true })
