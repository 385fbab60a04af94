// Measures `ops backup` of a running service with the roles projector and api: seconds compared with copying the files
// of the backup, a second backup of the same directory, and the response times of the api before, during and after.
//   npm run bench:backup -- [--trades 5000000] [--connections 4] [--seconds 10] [--data DIRECTORY]
//
// `--data`: a directory that keeps the trades for the next run, also of the other of the benchmarks rebuild and backup.
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startProgram } from './child-program.ts'
import { directoryBytes } from './disk.ts'
import { describeMachine } from './machine.ts'
import { fillWithTrades, inDirectory, openServingTrades } from './serving-trades.ts'
import { percentileOf, tableHead, tableRow } from './statistics.ts'

const { values } = parseArgs({
  options: {
    trades: { type: 'string', default: '5000000' },
    connections: { type: 'string', default: '4' },
    seconds: { type: 'string', default: '10' },
    data: { type: 'string' },
  },
})
const trades = Number(values.trades)
const seconds = Number(values.seconds)

const root = await mkdtemp(join(values.data ?? tmpdir(), 'oddslog-bench-'))
const [directory, backup, copy] = ['data', 'backup', 'copy'].map((name) => join(root, name)) as [
  string,
  string,
  string,
]
await fillWithTrades(directory, trades, values.data)
const service = await openServingTrades(inDirectory(directory), trades, Number(values.connections))
const { loadFor, loadDuring } = service
const variables = { DATA_DIR: directory, ADMIN_PORT: new URL(service.adminUrl).port }

interface Measured {
  readonly seconds: number
  readonly p99s: readonly number[]
}

async function measure(work: () => Promise<unknown>): Promise<Measured> {
  const startedMs = performance.now()
  let endedMs = startedMs
  const p99s = await loadDuring(async () => {
    await work()
    endedMs = performance.now()
  })
  return { seconds: (endedMs - startedMs) / 1000, p99s }
}

async function runBackup(): Promise<void> {
  const command = startProgram('services/main.ts', variables, ['ops', 'backup', backup, '--json'])
  await command.line(/"added_bytes"/)
  await command.stop()
}

await loadFor(2) // warm-up
const before = await loadFor(seconds)
const first = await measure(runBackup)
const second = await measure(runBackup)
const copied = await measure(() => cp(backup, copy, { recursive: true }))
const after = await loadFor(seconds)
const gigabytes = ((await directoryBytes(backup)) / 1e9).toFixed(2)
await service.stop()
await rm(root, { recursive: true })

const row = (name: string, { seconds: tookS, p99s }: Measured): string =>
  tableRow([
    name,
    tookS.toFixed(1),
    (tookS / copied.seconds).toFixed(2),
    percentileOf(p99s, 0.5).toFixed(1),
    Math.max(...p99s).toFixed(1),
  ])
process.stdout.write(
  `${describeMachine()}${trades} trades, a backup of ${gigabytes} GB, load average ${loadavg()[0]?.toFixed(0)}; ` +
    `p99 of the api ${before.toFixed(1)} ms before and ${after.toFixed(1)} ms after\n` +
    tableHead(['', 's', 'ratio', 'p99 of the api, ms: median of 2 s', 'largest']) +
    row('backup', first) +
    row('second backup', second) +
    row('copy of the backup', copied),
)
process.exit()
