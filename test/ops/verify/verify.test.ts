// The command `verify`, on two stores behind admin ports.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { HttpServer } from '../../../services/lib/run/http-server.ts'
import { openAdminServer } from '../../../services/lib/telemetry/admin.ts'
import { exitCodes } from '../../../services/ops/command-failure.ts'
import {
  askForHashes,
  createRowHashesCommand,
  rowHashesPath,
} from '../../../services/ops/verify/admin.ts'
import {
  verify,
  type VerifyRequest,
  type VerifyResult,
} from '../../../services/ops/verify/commands.ts'
import {
  hashedColumnsOf,
  verifiedTableNames,
} from '../../../services/ops/verify/verified-tables.ts'
import type { ProjectorRecord } from '../../../services/projector/table-rows.ts'
import {
  aBook,
  aBookSighting,
  aMarket,
  aMatch,
  anAudit,
  anEvent,
  aTrade,
  aWatermark,
} from '../../projector/records.ts'
import { aRecord, projectInto } from '../../projector/run-projector.ts'
import { openTestStore, type TestStore } from '../../projector/store.ts'
import { anActivity, aWalletWatermark } from '../../projector/wallet-records.ts'

const october = Date.parse('2026-10-31T23:59:59.999Z')
const november = Date.parse('2026-11-01T00:00:00Z')
const wallet = `0x${'ab'.repeat(20)}`

/** Some records of every topic that the projector reads. `offsetStep`: the difference of two offsets in a row. */
function records(offsetStep: number): readonly ProjectorRecord[] {
  let offset = 0
  const next = (): number => (offset += offsetStep)
  const trade = (changes: Parameters<typeof aTrade>[0]) =>
    aRecord('trades', next(), { trade: aTrade(changes), progress: null })
  return [
    trade({ id: 'a', timestamp_ms: october, wallet }),
    trade({ id: 'b', timestamp_ms: november }),
    trade({ id: 'b', timestamp_ms: november, price: '0.54' }),
    trade({ id: 'tab\tline\nbackslash\\', timestamp_ms: november + 60_000 }),
    trade({
      id: 'c',
      timestamp_ms: november + 86_400_000,
      outcome_index: 1,
      market_id: 'pb_OTHER',
    }),
    aRecord('trades', next(), { trade: null, progress: aWatermark() }),
    aRecord('books', next(), aBook({ timestamp_ms: october })),
    aRecord('books', next(), aBook({ timestamp_ms: november, asks: [] })),
    aRecord('book-sightings', next(), aBookSighting()),
    aRecord('markets', next(), aMarket()),
    aRecord('markets', next(), aMarket({ status: 'closed' })),
    aRecord('events', next(), anEvent()),
    aRecord('matches', next(), aMatch()),
    aRecord('audits', next(), anAudit()),
    aRecord('wallet-activity', next(), { activity: anActivity({ wallet }), progress: null }),
    aRecord('wallet-activity', next(), { activity: null, progress: aWalletWatermark({ wallet }) }),
  ]
}

let directory: string
let here: TestStore
let there: TestStore
let hereAdmin: HttpServer
let thereAdmin: HttpServer
/** Of the records in `here`. */
let original: VerifyResult

const openAdmin = ({ store }: TestStore): Promise<HttpServer> =>
  openAdminServer({
    host: '127.0.0.1',
    port: 0,
    readMetrics: () => Promise.resolve(''),
    readReadiness: () => Promise.resolve({}),
    commands: { [rowHashesPath]: createRowHashesCommand(store) },
  })

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'oddslog-verify-'))
  ;[here, there] = await Promise.all([openTestStore(), openTestStore()])
  ;[hereAdmin, thereAdmin] = await Promise.all([openAdmin(here), openAdmin(there)])
  await projectInto(here.store, records(1))
  original = await result()
})
afterAll(async () => {
  await Promise.all([hereAdmin.close(), thereAdmin.close()])
  await Promise.all([here.close(), there.close()])
  await rm(directory, { recursive: true })
})

function runVerify(changes: Partial<VerifyRequest>, show: (line: string) => void): Promise<void> {
  const askAt = (url: string) => (question: Parameters<typeof askForHashes>[1]) =>
    askForHashes(url, question)
  const request = { table: null, month: null, against: null, json: false, ...changes }
  return verify(request, {
    ask: askAt(hereAdmin.url),
    askAt,
    show,
    showProgress: () => undefined,
    now: () => november,
  })
}

async function run(
  changes: Partial<VerifyRequest> = {},
): Promise<{ readonly lines: readonly string[]; readonly exitCode: number }> {
  const lines: string[] = []
  const exitCode = await runVerify(changes, (line) => lines.push(line)).then(
    () => 0,
    (error: { exitCode: number }) => error.exitCode,
  )
  return { lines, exitCode }
}

async function result(changes: Partial<VerifyRequest> = {}): Promise<VerifyResult> {
  const { lines } = await run({ ...changes, json: true })
  return JSON.parse(lines[0] ?? '') as VerifyResult
}

async function fileOf(taken: unknown): Promise<string> {
  const path = join(directory, 'result.json')
  await writeFile(path, typeof taken === 'string' ? taken : JSON.stringify(taken))
  return path
}

describe('the hashes', () => {
  it('have every column of a fact', async () => {
    const found = await here.store.query<{ table: string; name: string }>(
      'SELECT table, name FROM system.columns WHERE database = currentDatabase()',
    )
    const notFacts = new Set(['version', 'position', 'written_at', 'received_at_ms'])
    for (const table of verifiedTableNames) {
      const columns = found.filter((one) => one.table === table).map(({ name }) => name)
      const facts = columns.filter((name) => !notFacts.has(name))
      expect([table, ...facts.toSorted()]).toEqual([table, ...hashedColumnsOf(table).toSorted()])
    }
  })

  it('are there for every table and month with rows', () => {
    const { tables } = original
    expect(tables.map(({ table }) => table)).toEqual(verifiedTableNames)
    const months = tables.flatMap(({ table, months: all }) =>
      all.map(({ month, rows }) => `${table} ${month} ${rows}`),
    )
    expect(months).toEqual([
      'trades 2026-10 1',
      'trades 2026-11 3',
      'candles_1m 2026-10 1',
      'candles_1m 2026-11 3',
      'candles_1h 2026-10 1',
      'candles_1h 2026-11 2',
      'quotes 2026-10 1',
      'quotes 2026-11 1',
      'wallet_activity 2026-10 2',
      'markets null 1',
      'events null 1',
      'market_matches null 1',
      'books null 1',
      'book_sightings null 1',
      'feeds null 1',
      'wallet_feeds null 1',
      'audits null 1',
    ])
  })

  it('are those of the stated formula: SipHash-2-4 of a line of TSV', async () => {
    const line = 'pb_OTHER\\t2026-11-02 00:00:00.000\\tc\\t0.53\\t10\\tbuy\\t1'
    const [expected] = await here.store.query<{ hash: string }>(
      `SELECT lower(hex(sipHash64('${line}'))) AS hash`,
    )
    const { tables } = await result({ table: 'trades', month: '2026-11' })
    const day = tables[0]?.months[0]?.days.find((one) => one.day === '2026-11-02')
    expect(day).toEqual({ day: '2026-11-02', rows: 1, hash: expected?.hash.padStart(16, '0') })
  })

  it('stay the same after repeated inserts and merges', async () => {
    await projectInto(here.store, records(1).toReversed())
    expect((await result()).tables).toEqual(original.tables)
    for (const table of verifiedTableNames)
      await here.store.command(`OPTIMIZE TABLE ${table} FINAL`)
    expect((await result()).tables).toEqual(original.tables)
  })

  it('are the same in tables that are rebuilt from a log with other offsets', async () => {
    await there.empty()
    const rebuilt = records(1_000)
    await projectInto(there.store, rebuilt.slice(0, 5), rebuilt.slice(5))
    const compared = await run({ against: thereAdmin.url })
    expect(compared).toMatchObject({ exitCode: 0 })
    expect(compared.lines.at(-1)).toBe('No differences.')
    expect(await run({ against: await fileOf(original) })).toMatchObject({ exitCode: 0 })
  })
})

describe('differences', () => {
  it('are named by month, day and key', async () => {
    await there.empty()
    await projectInto(there.store, [
      ...records(1),
      aRecord('trades', 100, {
        trade: aTrade({ id: 'b', timestamp_ms: november, price: '0.55' }),
        progress: null,
      }),
      aRecord('trades', 101, {
        trade: aTrade({ id: 'only-there', timestamp_ms: november + 1_000, market_id: 'pb_NEW' }),
        progress: null,
      }),
    ])
    const request = { table: 'trades', against: thereAdmin.url } as const
    const { lines, exitCode } = await run(request)
    expect(exitCode).toBe(exitCodes.different)
    expect(lines.slice(2)).toEqual([
      'trades 2026-11 differs: 3 rows here, 4 rows there, on 11-01',
      '  pb_MARKET 2026-11-01 00:00:00.000 b in both, with different fields',
      '  pb_NEW 2026-11-01 00:00:01.000 only-there only there',
    ])
    expect(await run({ ...request, month: '2026-10' })).toMatchObject({ exitCode: 0 })
    const { differences } = await result(request)
    expect(differences).toMatchObject([{ month: '2026-11', days: ['2026-11-01'] }])
  })

  it('are named by day only, compared with a file', async () => {
    const taken = await result({ table: 'quotes' })
    await here.store.command(
      `INSERT INTO quotes (market_id, ts, bid, ask, received_at_ms, version)
       VALUES ('pb_MARKET', '2026-10-31 12:00:00', 0.1, 0.2, 1, 1)`,
    )
    const { lines, exitCode } = await run({ table: 'quotes', against: await fileOf(taken) })
    expect(exitCode).toBe(exitCodes.different)
    expect(lines.slice(2)).toEqual(['quotes 2026-10 differs: 2 rows here, 1 row there, on 10-31'])
    expect(await run({ against: await fileOf(taken) })).toMatchObject({
      exitCode: exitCodes.invalid,
    })
  })

  it('in tables without times are named by owner', async () => {
    await there.empty()
    await projectInto(there.store, [aRecord('markets', 1, aMarket({ id: 'pb_ELSEWHERE' }))])
    const { lines } = await run({ table: 'markets', against: thereAdmin.url })
    expect(lines.slice(1)).toEqual([
      'markets differs: 1 row here, 1 row there',
      '  pb_ELSEWHERE only there',
      '  pb_MARKET only here',
    ])
  })

  it('are listed up to a limit', async () => {
    await there.empty()
    const trades = Array.from({ length: 30 }, (_, i) =>
      aTrade({ id: `t${i}`, timestamp_ms: october }),
    )
    await projectInto(
      there.store,
      trades.map((trade, i) => aRecord('trades', i, { trade, progress: null })),
    )
    const { lines } = await run({ table: 'trades', month: '2026-10', against: thereAdmin.url })
    expect(lines).toHaveLength(1 + 1 + 20 + 1)
    expect(lines.at(-1)).toBe('  and more')
  })
})

describe('refused are', () => {
  it.each([
    '/no/such/file',
    'nothing',
    '{}',
    '{"format":2,"tables":[]}',
    '{"format":1,"tables":[{"table":"trades"}]}',
  ])('the file %s', async (content) => {
    const against = content.startsWith('/') ? content : await fileOf(content)
    expect(await run({ against })).toEqual({ lines: [], exitCode: exitCodes.invalid })
  })

  it('a result without the hashes of the days', async () => {
    const text = JSON.stringify(original).replace(/"days":\[[^\]]+\]/, '"days":null')
    const against = await fileOf(text)
    expect(await run({ against })).toEqual({ lines: [], exitCode: exitCodes.invalid })
  })

  it('a service that does not run, with the name of the option', async () => {
    const gone = await openAdmin(here)
    await gone.close()
    await expect(
      runVerify({ table: 'quotes', against: gone.url }, () => undefined),
    ).rejects.toThrow(`--against: nothing answers at ${gone.url}`)
  })

  it('a result that hashes other columns', async () => {
    const taken = await result({ table: 'quotes' })
    const tables = taken.tables.map((one) => ({ ...one, columns: ['market_id'] }))
    const against = await fileOf({ ...taken, tables })
    expect(await run({ table: 'quotes', against })).toMatchObject({ exitCode: exitCodes.invalid })
  })

  it('a month in the future', async () => {
    expect(await run({ month: '2026-12' })).toMatchObject({ exitCode: exitCodes.invalid })
  })

  const question = { table: 'trades', by: 'day', from_ms: 0, until_ms: 1, owner: null, after: '' }
  it.each([
    null,
    {},
    { ...question, table: 'trades; DROP TABLE trades' },
    { ...question, table: 'constructor' },
    { ...question, by: 'month' },
    { ...question, from_ms: -1 },
    { ...question, until_ms: 1.5 },
    { ...question, owner: 1 },
    { ...question, after: null },
  ])('at the admin port, %j', async (body) => {
    expect(await createRowHashesCommand(here.store)(body)).toMatchObject({ status: 422 })
  })

  it('a wrong question, with the names of the tables', async () => {
    const asking = askForHashes(hereAdmin.url, { ...question, table: 'x' } as never)
    await expect(asking).rejects.toThrow('table must be one of trades, candles_1m, ')
  })
})

it('treats the text of an owner as a value', async () => {
  const question = { table: 'trades', by: 'key', from_ms: 0, until_ms: 1, after: '' } as const
  const owner = "' OR 1 = 1 --"
  expect(await askForHashes(hereAdmin.url, { ...question, owner })).toEqual([])
})
