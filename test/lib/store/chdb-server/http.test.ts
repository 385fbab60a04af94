// ClickHouse's HTTP interface as the child implements it: by plain requests and by @clickhouse/client.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { ClickHouseLogLevel, createClient, type ClickHouseClient } from '@clickhouse/client'
import type { Endpoint } from '../../../../services/lib/store/chdb-server/launch.ts'
import { openTemporaryStore, type TemporaryStore } from '../temporary-store.ts'

let temporary: TemporaryStore
let endpoint: Endpoint
let client: ClickHouseClient

beforeAll(async () => {
  temporary = await openTemporaryStore()
  const found = temporary.store.endpoint()
  if (found === null) throw new Error('no endpoint')
  endpoint = found
  client = createClient({
    url: endpoint.url,
    username: endpoint.user,
    password: endpoint.password,
    database: 'oddslog',
    log: { level: ClickHouseLogLevel.OFF },
  })
  await temporary.store.command('CREATE TABLE t (a UInt32, b String) ENGINE = MergeTree ORDER BY a')
})
afterAll(async () => {
  await client.close()
  await temporary.dispose()
})

interface Sent {
  readonly query?: Readonly<Record<string, string>>
  readonly method?: string
  readonly body?: string | Buffer
  readonly headers?: Readonly<Record<string, string>>
  readonly path?: string
}

async function send({ query = {}, method = 'POST', body, headers = {}, path = '/' }: Sent) {
  const search = new URLSearchParams({ database: 'oddslog', ...query })
  const response = await fetch(`${endpoint.url}${path}?${search.toString()}`, {
    method,
    ...(body === undefined ? {} : { body }),
    headers: {
      'X-ClickHouse-User': endpoint.user,
      'X-ClickHouse-Key': endpoint.password,
      ...headers,
    },
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

async function rowsOf(where: string): Promise<string> {
  return (await send({ body: `SELECT a, b FROM t WHERE ${where} ORDER BY a` })).text
}

describe('queries', () => {
  it.each<[string, Sent, string]>([
    ['in the body', { body: 'SELECT 1, 2' }, '1\t2\n'],
    ['in the URL', { query: { query: 'SELECT 3' }, method: 'GET' }, '3\n'],
    ['in both', { query: { query: 'SELECT 4,' }, body: '5' }, '4\t5\n'],
    ['with a semicolon and comments', { body: "-- a\nSELECT ';' /* ; */ ; -- b" }, ';\n'],
    ['with default_format', { body: 'SELECT 1 AS a', query: { default_format: 'CSV' } }, '1\n'],
    ['with FORMAT', { body: 'SELECT 1 AS a FORMAT JSONEachRow' }, '{"a":1}\n'],
    ['with parameters', { body: 'SELECT {p:String}', query: { param_p: 'a\\tb' } }, 'a\\tb\n'],
    [
      'with settings',
      { body: "SELECT getSetting('max_threads')", query: { max_threads: '3' } },
      '3\n',
    ],
    [
      'with another database',
      { body: 'SELECT currentDatabase()', query: { database: 'system' } },
      'system\n',
    ],
    ['that answer nothing', { body: 'SELECT 1 WHERE 0' }, ''],
  ])('%s', async (_name, sent, expected) => {
    expect(await send(sent)).toMatchObject({ status: 200, text: expected })
  })

  it('takes parameters longer than a statement may be by default', async () => {
    const query = { param_a: 'x'.repeat(1_000_000) }
    const sent = { body: 'SELECT length({a:String})', query }
    expect(await send(sent)).toMatchObject({ status: 200, text: '1000000\n' })
  })

  it('answers compressed when both sides want it', async () => {
    const sent = { body: 'SELECT number FROM numbers(1000)' }
    const compressed = await send({ ...sent, query: { enable_http_compression: '1' } })
    expect(compressed.headers.get('content-encoding')).toBe('gzip')
    const plain = await send(sent)
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(compressed.text).toBe(plain.text)
  })

  it('does not let a GET change anything', async () => {
    const sent = { query: { query: "INSERT INTO t VALUES (666, 'x')" }, method: 'GET' }
    expect(await send(sent)).toMatchObject({
      status: 500,
      text: expect.stringContaining('Code: 164'),
    })
    expect(await rowsOf('a = 666')).toBe('')
  })
})

describe('inserts', () => {
  it.each<[string, Sent, string]>([
    [
      'data in the body',
      { query: { query: 'INSERT INTO t FORMAT TSV' }, body: '1\tx;y\n' },
      '1\tx;y\n',
    ],
    [
      'all in the body',
      { body: 'INSERT INTO t (b, a) FORMAT CSV\n"FORMAT; (",2\n' },
      '2\tFORMAT; (\n',
    ],
    [
      'VALUES',
      { body: "insert into t values (3, 'it''s; -- '), (3, ')')" },
      "3\t)\n3\tit\\'s; -- \n",
    ],
    ['VALUES in the URL', { query: { query: "INSERT INTO t VALUES (4, 'u')" } }, '4\tu\n'],
    ['a SELECT', { body: "INSERT INTO t SELECT 5, 'values format x'" }, '5\tvalues format x\n'],
    [
      'compressed',
      {
        query: { query: 'INSERT INTO t FORMAT JSONEachRow' },
        body: gzipSync('{"a":6,"b":"z"}'),
        headers: { 'Content-Encoding': 'gzip' },
      },
      '6\tz\n',
    ],
    [
      'binary',
      {
        query: { query: 'INSERT INTO t FORMAT RowBinary' },
        body: Buffer.from([7, 0, 0, 0, 3, 0x0a, 0x41, 0x3b]),
      },
      '7\t\\nA;\n',
    ],
    [
      'binary, all in the body',
      {
        body: Buffer.concat([
          Buffer.from('INSERT INTO t FORMAT RowBinary\n'),
          Buffer.from([8, 0, 0, 0, 2, 0x0a, 0x09]),
        ]),
      },
      '8\t\\n\\t\n',
    ],
    ['nothing', { query: { query: 'INSERT INTO t FORMAT JSONEachRow' }, body: '' }, ''],
    ['a comment first', { body: "/* ; */ -- ;\nINSERT INTO t VALUES (10, 'c')" }, '10\tc\n'],
  ])('%s', async (_name, sent, expected) => {
    await temporary.store.command('TRUNCATE TABLE t')
    expect(await send(sent)).toMatchObject({ status: 200, text: '' })
    const { text } = await send({ body: 'SELECT a, b FROM t ORDER BY a, b' })
    expect(text).toBe(expected)
  })

  it.each([
    ["INSERT INTO t SELECT 30, 'x'; DROP TABLE t"],
    ["INSERT INTO t VALUES (31, 'x'); DROP TABLE t"],
    ['INSERT INTO t FORMAT TSV\n31\tx\n\nDROP TABLE t'],
    ['INSERT INTO t FORMAT CSV\n31,"a\n\nDROP TABLE t"\n'],
    ['INSERT INTO t FORMAT JSONEachRow\n{"a":31,"b":"x"}\n\n;DROP TABLE t'],
  ])('never runs data as SQL: %j', async (body) => {
    await temporary.store.command('TRUNCATE TABLE t')
    await send({ body })
    expect((await send({ body: 'EXISTS TABLE t' })).text).toBe('1\n')
    expect(await rowsOf('a = 30')).toBe('')
  })

  it('keeps empty lines in data', async () => {
    await temporary.store.command('TRUNCATE TABLE t')
    const query = { query: 'INSERT INTO t FORMAT CSV' }
    expect((await send({ query, body: '60,"a\n\nb"\n61,c\n' })).status).toBe(200)
    expect(await rowsOf('1')).toBe('60\ta\\n\\nb\n61\tc\n')
  })

  it('refuses what chDB would lose without a word', async () => {
    const query = "INSERT INTO t SELECT a, b FROM input('a UInt32, b String') FORMAT TSV"
    expect(await send({ query: { query }, body: '40\tx\n' })).toMatchObject({ status: 501 })
  })

  it('takes nothing of a request that is cut off', async () => {
    const socket = connect(Number(new URL(endpoint.url).port), '127.0.0.1')
    const query = encodeURIComponent('INSERT INTO oddslog.t FORMAT TSV')
    socket.write(
      `POST /?query=${query} HTTP/1.1\r\nHost: x\r\nX-ClickHouse-User: ${endpoint.user}\r\n` +
        `X-ClickHouse-Key: ${endpoint.password}\r\nContent-Length: 1000\r\n\r\n50\tx\n51\ty\n`,
    )
    await sleep(100)
    socket.destroy()
    await send({ body: 'SELECT 1' })
    expect(await rowsOf('a IN (50, 51)')).toBe('')
  })
})

describe('refusals', () => {
  it.each<[string, Sent, number, string]>([
    ['a wrong password', { headers: { 'X-ClickHouse-Key': 'no' } }, 403, '516'],
    ['a wrong user', { headers: { 'X-ClickHouse-User': 'root' } }, 403, '516'],
    ['an unknown table', { body: 'SELECT * FROM nope' }, 404, '60'],
    ['a syntax error', { body: 'SELEC 1' }, 400, '62'],
    ['an unknown setting', { body: 'SELECT 1', query: { nope: '1' } }, 404, '115'],
    ['a setting that is no name', { body: 'SELECT 1', query: { "a='1', b": '1' } }, 404, '115'],
    ['several statements', { body: 'SELECT 1; SELECT 2' }, 400, '62'],
    ['nothing', { body: ' ;; -- x' }, 400, '62'],
    ['an unknown encoding', { body: 'x', headers: { 'Content-Encoding': 'rot13' } }, 500, '89'],
    ['sessions', { body: 'SELECT 1', query: { session_id: 'x' } }, 404, '115'],
  ])('%s', async (_name, sent, status, code) => {
    const answer = await send(sent)
    expect(answer.status).toBe(status)
    expect(answer.headers.get('x-clickhouse-exception-code')).toBe(code)
    expect(answer.text).toMatch(new RegExp(`^Code: ${code}\\. DB::Exception: .*\\([A-Z_]+\\)`, 's'))
  })

  it('knows no other path, and pings without a password', async () => {
    expect((await send({ path: '/nope' })).status).toBe(404)
    expect(await (await fetch(`${endpoint.url}/ping`)).text()).toBe('Ok.\n')
  })

  it('takes the password as clients send it', async () => {
    const { user, password } = endpoint
    const basic = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
    const byHeader = await fetch(`${endpoint.url}/?query=SELECT+1`, {
      headers: { Authorization: basic },
    })
    expect(await byHeader.text()).toBe('1\n')
  })
})

describe('@clickhouse/client, unmodified', () => {
  it('queries, inserts, commands, pings', async () => {
    await client.command({ query: 'CREATE TABLE c (a UInt32, b String) ENGINE = Memory' })
    await client.insert({ table: 'c', values: [{ a: 1, b: 'x' }], format: 'JSONEachRow' })
    await client.insert({
      table: 'c',
      values: Readable.from([
        [2, 'y'],
        [3, 'z'],
      ]),
      format: 'JSONCompactEachRow',
      columns: ['a', 'b'],
    })
    const result = await client.query({
      query: 'SELECT * FROM c WHERE a >= {from:UInt32} ORDER BY a',
      query_params: { from: 2 },
      format: 'JSON',
    })
    expect((await result.json<{ a: number }>()).data).toEqual([
      { a: 2, b: 'y' },
      { a: 3, b: 'z' },
    ])
    expect(await client.ping()).toEqual({ success: true })
    expect(await client.ping({ select: true })).toEqual({ success: true })
  })

  it('streams, and sends long parameters', async () => {
    const ids = Array.from({ length: 3_000 }, (_, i) => `id-${i}`)
    const result = await client.query({
      query: 'SELECT arrayJoin({ids:Array(String)}) AS id',
      query_params: { ids },
      format: 'JSONEachRow',
    })
    const seen: string[] = []
    for await (const rows of result.stream<{ id: string }>()) {
      for (const row of rows) seen.push(row.json().id)
    }
    expect(seen).toEqual(ids)
  })

  it('gets errors in its own terms', async () => {
    const failing = client.query({ query: 'SELECT * FROM nope' })
    await expect(failing).rejects.toMatchObject({ code: '60', type: 'UNKNOWN_TABLE' })
  })

  it('stops the engine when a query or an insert is aborted', async () => {
    const aborter = new AbortController()
    const slow = 'SELECT 1, toString(sum(sipHash64(number))) FROM numbers(1000000000000)'
    const running = [
      client.query({ query: slow, abort_signal: aborter.signal }),
      client.command({ query: `INSERT INTO c ${slow}`, abort_signal: aborter.signal }),
    ]
    const settled = Promise.allSettled(running)
    const count = async (): Promise<string> => {
      const conditions = "query LIKE '%sipHash64(number)%' AND query NOT LIKE '%processes%'"
      return (await send({ body: `SELECT count() FROM system.processes WHERE ${conditions}` })).text
    }
    while ((await count()) !== '2\n') await sleep(20)
    aborter.abort()
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    while ((await count()) !== '0\n') await sleep(20)
  })
})
