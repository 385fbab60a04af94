// Measures rows a second of exports of a day, compared with the engine's own `SELECT * ... FORMAT Parquet` (and CSV) of
// the same rows, in turns.
//   npm run bench:exports -- [--rows 1000000] [--rounds 5]
//
// The rows are inserted by the engine, not by the pipeline: trades and quotes of 2,000 markets on one day, in eight
// parts. An export is measured as the route answers it, without the HTTP connection.
import { mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createExportSlots } from '../services/api/exports/export-slots.ts'
import type { RouteContext } from '../services/api/route.ts'
import { exportRoute } from '../services/api/routes/export.ts'
import type { Store } from '../services/lib/store/port.ts'
import { childrenOf, cpuSOf, describeMachine, ownCpuS } from './machine.ts'
import { openPipeline } from './pipeline.ts'
import { medianOf, tableHead, tableRow } from './statistics.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '5' },
  },
})
const [rows, rounds] = [values.rows, values.rounds].map(Number) as [number, number]
const print = (text: string): void => void process.stdout.write(text)

const date = '2026-11-18'
const dayMs = Date.parse(date)
const parts = 8
const kinds = ['trades', 'quotes'] as const
const formats = { parquet: 'Parquet', csv: 'CSVWithNames' } as const

async function fill(store: Store): Promise<void> {
  const perPart = Math.floor(rows / parts)
  const ofRow = `concat('pa_0x', lower(hex(sipHash128(number % 2000)))),
    fromUnixTimestamp64Milli(toInt64(${dayMs} + sipHash64(number) % 86400000), 'UTC')`
  for (let part = 0; part < parts; part += 1) {
    const numbers = `numbers(${part * perPart}, ${perPart})`
    await store.command(`
      INSERT INTO trades (market_id, ts, id, price, size, side, outcome, received_at_ms, position)
      SELECT ${ofRow}, lower(hex(sipHash128(number))), toDecimal128(number % 1000, 18) / 1000,
        number % 777 / 100, if(number % 2, 'buy', 'sell'), number % 2, ${dayMs} + number, number
      FROM ${numbers}`)
    await store.command(`
      INSERT INTO quotes (market_id, ts, bid, ask, version)
      SELECT ${ofRow}, 0.4 + number % 10 / 100, 0.42 + number % 10 / 100, number FROM ${numbers}`)
  }
}

interface Measured {
  readonly rowsPerS: number
  /** Processor time of the engine and of this process. Other programs have less influence on it. */
  readonly cpuUsPerRow: number
  readonly bytes: number
}

/** Processor seconds of this process and of the engine, its child. */
const cpuS = (): number =>
  childrenOf(process.pid).reduce((sum, pid) => sum + cpuSOf(pid), ownCpuS())

async function timed(open: () => Promise<AsyncIterable<Buffer>>): Promise<Measured> {
  const startedMs = performance.now()
  const startedCpuS = cpuS()
  let bytes = 0
  for await (const chunk of await open()) bytes += chunk.length
  const tookS = (performance.now() - startedMs) / 1000
  return { rowsPerS: rows / tookS, cpuUsPerRow: ((cpuS() - startedCpuS) / rows) * 1e6, bytes }
}

const signal = new AbortController().signal

/** The rows as the table has them, without removing repeated rows, and in any order. */
function openFromEngine(store: Store, kind: string, format: keyof typeof formats) {
  return store.stream(
    `SELECT * FROM ${kind} WHERE ts >= fromUnixTimestamp64Milli({from_ms:Int64}, 'UTC')`,
    { from_ms: dayMs },
    formats[format],
    signal,
  )
}

async function measure(store: Store): Promise<void> {
  // an export of a day uses neither the catalog nor the histories of markets
  const context = { store, now: Date.now } as RouteContext
  const route = exportRoute(context, createExportSlots())
  async function openExport(kind: string, format: string): Promise<AsyncIterable<Buffer>> {
    const search = new URLSearchParams({ date, format })
    const response = await route.handle({ params: { kind }, search, accountId: 'bench' })
    if (!('open' in response)) throw new Error('the response is not a file')
    return response.open(signal)
  }
  print(
    tableHead([
      'kind',
      'format',
      'export, rows/s',
      'engine, rows/s',
      'ratio',
      'lowest and highest ratio',
      'export, CPU µs a row',
      'engine, CPU µs a row',
      'bytes a row',
    ]),
  )
  for (const kind of kinds)
    for (const format of ['parquet', 'csv'] as const) {
      const exported: Measured[] = []
      const ofEngine: Measured[] = []
      for (let round = 0; round < rounds; round += 1) {
        exported.push(await timed(() => openExport(kind, format)))
        ofEngine.push(await timed(() => openFromEngine(store, kind, format)))
      }
      const ratios = exported.map(({ rowsPerS }, i) => rowsPerS / (ofEngine[i]?.rowsPerS ?? NaN))
      print(
        tableRow([
          kind,
          format,
          Math.round(medianOf(exported.map(({ rowsPerS }) => rowsPerS))),
          Math.round(medianOf(ofEngine.map(({ rowsPerS }) => rowsPerS))),
          medianOf(ratios).toFixed(2),
          [Math.min(...ratios), Math.max(...ratios)].map((ratio) => ratio.toFixed(2)).join(' to '),
          medianOf(exported.map(({ cpuUsPerRow }) => cpuUsPerRow)).toFixed(1),
          medianOf(ofEngine.map(({ cpuUsPerRow }) => cpuUsPerRow)).toFixed(1),
          ((exported[0]?.bytes ?? 0) / rows).toFixed(1),
        ]),
      )
    }
}

const directory = await mkdtemp(join(tmpdir(), 'oddslog-bench-'))
try {
  print(`${describeMachine()}${rows} rows of each kind, ${rounds} rounds\n`)
  const pipeline = await openPipeline(directory)
  await fill(pipeline.store)
  await measure(pipeline.store)
  print(`load average: ${loadavg()[0]?.toFixed(1)}\n`)
  await pipeline.close()
} finally {
  await rm(directory, { recursive: true, force: true, maxRetries: 5 })
}
