// Measures how fast /v1 responds over ten million trades or more, compared with a plain Koa route that sends as many
// bytes; and what a service with so many trades costs: start-up, memory, disk.
//   npm run bench:reads -- [--trades 10000000] [--periods 1] [--rounds 5] [--seconds 2] [--connections 1,8,32]
//     [--only PATTERN] [--markets zipf|uniform] [--encoding gzip] [--before DIRECTORY] [--data DIRECTORY]
//
// The trades go through the pipeline from the raw log; then the service is started over them, with an
// upstream that does not respond. `--periods` copies the trades in the tables into as many periods of the same length,
// so 10 gives 100 million trades. Service, plain Koa and loader are separate processes. `--before` names
// another checkout of oddslog, whose service takes part in the same rounds, over a copy of the data.
// `--data` keeps the trades in a directory, for the next run; `--only` selects endpoints by their names.
import { existsSync } from 'node:fs'
import { cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { buildProgram } from '../tools/built-program.ts'
import { directoryBytes, readTopicSizes } from './disk.ts'
import { childrenOf, describeMachine, residentMiBOf } from './machine.ts'
import { expectTrades, fillTables, openPipeline, type Pipeline } from './pipeline.ts'
import { createMarkets, timeOfTrade } from './raw-trades.ts'
import { addEarlierPeriods, type Periods } from './reads/earlier-periods.ts'
import { createQuestions } from './reads/paths.ts'
import { showFirstReads, showReads } from './reads/rounds.ts'
import { makeApiKey, startTimed, untilIdle, type Started } from './reads/service.ts'
import { medianOf, tableHead, tableRow } from './statistics.ts'

const markets = createMarkets(2_000)
/** Parts that a merge has replaced stay on the disk for half a minute. */
const mergedAwayMs = 45_000

const { values } = parseArgs({
  options: {
    trades: { type: 'string', default: '10000000' },
    periods: { type: 'string', default: '1' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '2' },
    connections: { type: 'string', default: '1,8,32' },
    only: { type: 'string', default: '' },
    markets: { type: 'string', default: 'zipf' },
    encoding: { type: 'string' },
    before: { type: 'string' },
    data: { type: 'string' },
  },
})
const [trades, rounds, seconds] = [values.trades, values.rounds, values.seconds].map(Number) as [
  number,
  number,
  number,
]

const periods: Periods = {
  count: Number(values.periods),
  days: Math.ceil((timeOfTrade(trades) - timeOfTrade(0)) / 86_400_000),
}
const allTrades = periods.count * trades

const print = (text: string): void => void process.stdout.write(text)

async function fill(directory: string): Promise<void> {
  const pipeline = await openPipeline(directory)
  const tookS = (await fillTables(pipeline, markets, trades)) / 1000
  print(
    `raw log to rows and candles: ${tookS.toFixed(0)} s, ${Math.round(trades / tookS)} trades/s\n`,
  )
  await addEarlierPeriods(pipeline, periods)
  await expectTrades(pipeline, allTrades)
  await showTables(pipeline)
  await sleep(mergedAwayMs)
  await pipeline.close()
}

async function showTables({ store }: Pipeline): Promise<void> {
  const parts = await store.query<{ name: string; rows: number; bytes: number; parts: number }>(
    `SELECT table AS name, sum(rows) AS rows, sum(bytes_on_disk) AS bytes, count() AS parts
     FROM system.parts WHERE active AND database = currentDatabase()
     GROUP BY table HAVING rows > 0 ORDER BY bytes DESC`,
  )
  print(tableHead(['table', 'rows', 'parts', 'MB', 'bytes a row', 'bytes a trade']))
  for (const { name, rows, bytes, parts: count } of parts)
    print(
      tableRow([
        name,
        rows,
        count,
        mb(bytes),
        (bytes / rows).toFixed(1),
        (bytes / allTrades).toFixed(1),
      ]),
    )
}

async function showDisk(directory: string): Promise<void> {
  print(tableHead(['topic', 'records', 'MB', 'bytes a record']))
  for (const { topic, records, bytes } of await readTopicSizes(directory))
    if (records > 0) print(tableRow([topic, records, mb(bytes), (bytes / records).toFixed(0)]))
  const [log, store] = await Promise.all(
    ['log', 'store'].map((name) => directoryBytes(join(directory, name))),
  )
  print(
    `on disk: log ${mb(log ?? 0)} MB, ${((log ?? 0) / trades).toFixed(0)} bytes a trade; ` +
      `store ${mb(store ?? 0)} MB, ${((store ?? 0) / allTrades).toFixed(0)} bytes a trade\n`,
  )
}

function mb(bytes: number): string {
  return (bytes / 1e6).toFixed(1)
}

function showMemory(when: string, { service }: Started): void {
  const toText = (pid: number): string => {
    const { all, own } = residentMiBOf(pid)
    return `${all.toFixed(0)} MiB (${own.toFixed(0)} without mapped files)`
  }
  const stores = childrenOf(service.pid).map(toText)
  print(`memory ${when}: service ${toText(service.pid)}, store ${stores.join(', ')}\n`)
}

async function showStarts(directory: string, apiKey: string): Promise<void> {
  const tookMs: number[] = []
  for (let number = 0; number < rounds; number += 1) {
    const started = await startTimed({ directory }, apiKey)
    tookMs.push(started.tookMs)
    if (number === rounds - 1) showMemory('after the start', started)
    await started.service.kill()
  }
  const all = tookMs.map((ms) => ms.toFixed(0)).join(', ')
  print(
    `start to first answer, each time after kill -9: ${medianOf(tookMs).toFixed(0)} ms (${all})\n`,
  )
}

/** Without the other roles, of which the matcher would remove the generated matches. */
const readingRoles = ['projector', 'api']

async function startBefore(directory: string, root: string): Promise<Started> {
  buildProgram(root)
  // the log and the store of a service are its own
  const copy = `${directory}-before`
  await cp(directory, copy, { recursive: true })
  const options = { directory: copy, root, roles: readingRoles }
  return startTimed(options, await makeApiKey(options))
}

const directory = values.data ?? (await mkdtemp(join(tmpdir(), 'oddslog-bench-')))
const work = join(directory, 'work')
try {
  print(
    `${describeMachine()}${allTrades} trades, ${markets.length} markets, both platforms; medians of ${rounds}\n`,
  )
  const filled = join(directory, `filled-${allTrades}`)
  if (!existsSync(filled)) {
    await fill(work)
    await rename(work, filled)
  }
  await cp(filled, work, { recursive: true })
  await showDisk(work)
  buildProgram()
  const pattern = new RegExp(values.only)
  const choice = values.markets === 'uniform' ? 'uniform' : 'zipf'
  const earlierS = (periods.count - 1) * periods.days * 86_400
  const questions = createQuestions(markets, trades, choice, earlierS).filter(({ name }) =>
    pattern.test(name),
  )
  const before = values.before === undefined ? null : await startBefore(work, values.before)
  const apiKey = await makeApiKey({ directory: work, roles: readingRoles })
  const now = await startTimed({ directory: work, roles: readingRoles }, apiKey)
  for (const started of [now, ...(before ? [before] : [])]) await untilIdle(started)
  await showFirstReads(questions, now)
  if (before) await showFirstReads(questions, before)
  await showReads({
    questions,
    now,
    before,
    connections: values.connections.split(',').map(Number),
    rounds,
    seconds,
    headers: values.encoding === undefined ? {} : { 'Accept-Encoding': values.encoding },
  })
  showMemory('after the reads', now)
  await Promise.all([now, ...(before ? [before] : [])].map(({ service }) => service.kill()))
  if (values.only === '') await showStarts(work, apiKey)
} finally {
  const made = values.data === undefined ? [directory] : [work, `${work}-before`]
  for (const path of made) await rm(path, { recursive: true, force: true, maxRetries: 5 })
}
