// Measures `ops rebuild` in a service with the roles projector and api: trades a second compared with inserting the
// finished rows and nothing else, memory, and the response times of the api before, during and after it.
//   npm run bench:rebuild -- [--trades 1000000] [--connections 4] [--seconds 10] [--data DIRECTORY] [--form distributed]
//
// `--data`: a directory that keeps the trades of the embedded form for the next run, also of the other of the benchmarks
// rebuild and backup. `--form distributed`: over one Kafka broker, a schema registry and a store server.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { askForRebuild } from '../services/ops/rebuild/admin.ts'
import type { RebuildReport } from '../services/ops/rebuild/rebuild.ts'
import { startServingServers } from './distributed/serving-data.ts'
import { describeMachine, residentMiBOf } from './machine.ts'
import {
  fill,
  fillWithTrades,
  inDirectory,
  openServingTrades,
  timeFinishedRows,
} from './serving-trades.ts'
import { percentileOf, tableHead, tableRow } from './statistics.ts'

const { values } = parseArgs({
  options: {
    trades: { type: 'string', default: '1000000' },
    connections: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '10' },
    data: { type: 'string' },
    form: { type: 'string', default: 'embedded' },
  },
})
if (values.form !== 'embedded' && values.form !== 'distributed')
  throw new Error(`--form is embedded or distributed, not ${values.form}`)
const trades = Number(values.trades)
const connections = Number(values.connections)
const seconds = Number(values.seconds)
const root = await mkdtemp(join(values.data ?? tmpdir(), 'oddslog-bench-'))
const directory = join(root, 'data')
const servers = values.form === 'distributed' ? await startServingServers(directory) : null
const data = servers ?? inDirectory(directory)
if (servers) await fill(servers, trades)
else await fillWithTrades(directory, trades, values.data)
const plainMs = await timeFinishedRows(data)
const service = await openServingTrades(data, trades, connections)
const { adminUrl, storePid, loadFor } = service

/** Resident memory of this process and its chDB child without file mappings, in MiB. */
const memoryMiB = (): number => residentMiBOf(process.pid).own + residentMiBOf(storePid).own

/** Rebuilds the tables under load. */
async function rebuildUnderLoad() {
  const startedMs = performance.now()
  let filledMs: number | null = null
  let maxMiB = 0
  const ask = async (): Promise<RebuildReport> => {
    const report = await askForRebuild(adminUrl, 'report')
    const isFilled = report.step !== 'preparing' && report.step !== 'filling'
    if (isFilled) filledMs ??= performance.now() - startedMs
    maxMiB = Math.max(maxMiB, memoryMiB())
    return report
  }
  const begun = await askForRebuild(adminUrl, 'start')
  if (begun.refusal !== null) throw new Error(begun.refusal)
  let report = await ask()
  const p99s = await service.loadDuring(async () => {
    while (report.step !== null) {
      await sleep(100)
      report = await ask()
    }
  })
  const totalMs = performance.now() - startedMs
  if (report.failure !== null || report.differences?.length !== 0)
    throw new Error(`the rebuild failed: ${JSON.stringify(report)}`)
  return { filledMs: filledMs ?? totalMs, totalMs, maxMiB, p99s, pausedMs: report.paused_ms ?? 0 }
}

await loadFor(2) // warm-up
const p99Before = await loadFor(seconds)
const miBBefore = memoryMiB()
const found = await rebuildUnderLoad()
const p99After = await loadFor(seconds)
await service.stop()
await servers?.stop()
await rm(root, { recursive: true })

const rate = (ms: number): number => Math.round((trades / ms) * 1000)
const ms = (value: number): string => value.toFixed(1)
process.stdout.write(
  `${describeMachine()}${trades} trades, ${connections} connections, load average ${loadavg()[0]?.toFixed(0)}\n` +
    tableHead([
      'filling the new tables, trades/s',
      'finished rows only, trades/s',
      'ratio',
      'whole rebuild, s',
      'projector paused, s',
      'memory before and at most, MiB',
      'p99 of the api before, ms',
      'during (median and largest of 2 s)',
      'after',
    ]) +
    tableRow([
      rate(found.filledMs),
      rate(plainMs),
      (plainMs / found.filledMs).toFixed(2),
      ms(found.totalMs / 1000),
      ms(found.pausedMs / 1000),
      `${Math.round(miBBefore)}, ${Math.round(found.maxMiB)}`,
      ms(p99Before),
      `${ms(percentileOf(found.p99s, 0.5))}, ${ms(Math.max(...found.p99s))}`,
      ms(p99After),
    ]),
)
process.exit()
