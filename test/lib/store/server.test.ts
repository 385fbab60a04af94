// The store on a separate server: the contract, the errors at start when the server or its user does not
// meet the requirements, and outages.
import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { openStore, type OpenedStore } from '../../../services/lib/store/clickhouse.ts'
import { migrate, readMigrations } from '../../../services/lib/store/migrate.ts'
import { StoreUnavailable } from '../../../services/lib/store/port.ts'
import { describeStore } from '../../contracts/store.ts'
import { eventually, sleep } from '../../support/waiting.ts'
import { freePort } from '../../../tools/servers/free-ports.ts'
import {
  startStoreServer,
  storeUser,
  type StoreServer,
} from '../../../tools/servers/store-server.ts'
import { createSeededRandom } from '../../support/random.ts'
import { openServerProxy, refusal, type Interfere, type ServerProxy } from './server-proxy.ts'

let server: StoreServer
let databases = 0
const freshDatabase = (): string => `fresh_${++databases}`

beforeAll(async () => {
  server = await startStoreServer()
})
afterAll(() => server.stop())

describeStore('a server', async () => {
  const store = await openStore({ url: server.url(freshDatabase()) })
  return { store, dispose: () => store.close() }
})

describe('a server', () => {
  let proxy: ServerProxy
  let opened: OpenedStore[]
  let waits: string[]

  beforeEach(async () => {
    proxy = await openServerProxy(server)
    opened = []
    waits = []
  })
  afterEach(async () => {
    for (const store of opened) await store.close()
    await proxy.close()
  })

  const throughProxy = (database: string): string =>
    server.url(database).replace(`:${server.port}/`, `:${proxy.port}/`)

  async function open(
    url = throughProxy(freshDatabase()),
    startTimeoutMs = 1_000,
  ): Promise<OpenedStore> {
    const onWait = (reason: string): void => void waits.push(reason)
    const store = await openStore({ url, onWait, startTimeoutMs })
    opened.push(store)
    return store
  }

  describe('at start', () => {
    const to =
      (test: RegExp, answer: ReturnType<Interfere>): Interfere =>
      (sql) =>
        test.test(sql) ? answer : null

    it.each<[string, Interfere, RegExp]>([
      [
        'an old version',
        to(/version\(\)/, { status: 200, body: '25.3.14.1\t0\n' }),
        /^ClickHouse at http:\/\/127\.0\.0\.1:\d+ has version 25\.3\.14\.1: 25\.8 or a later one is needed$/,
      ],
      [
        'a user who may only read',
        to(/version\(\)/, { status: 200, body: '26.7.2.1\t2\n' }),
        /user oddslog of ClickHouse at .* may only read \(its profile has readonly = 2\): give STORE_URL a user who may create tables/,
      ],
      [
        'a user who may not change settings',
        (_sql, params) =>
          params.has('session_timezone')
            ? refusal(
                452,
                'SETTING_CONSTRAINT_VIOLATION',
                'Setting session_timezone should not be changed',
              )
            : null,
        /may not change a setting that oddslog sends with every statement \(async_insert, .*session_timezone should not be changed/,
      ],
      [
        'a database that is missing, and may not be made',
        to(/^CREATE DATABASE/, refusal(497, 'ACCESS_DENIED', 'Not enough privileges')),
        /has no database fresh_\d+, and user oddslog may not create it: CREATE DATABASE `fresh_\d+`; GRANT SELECT, INSERT, CREATE TABLE, CREATE VIEW, ALTER MODIFY COLUMN, TRUNCATE ON `fresh_\d+`\.\* TO `oddslog`$/,
      ],
      [
        'rights that are missing',
        to(/^CHECK GRANT (INSERT|TRUNCATE) /, { status: 200, body: '0\n' }),
        /user oddslog of .* lacks privileges: GRANT INSERT, TRUNCATE ON `fresh_\d+`\.\* TO `oddslog`$/,
      ],
      [
        'an address that may not connect',
        to(
          /version\(\)/,
          refusal(195, 'IP_ADDRESS_NOT_ALLOWED', 'It is not allowed to connect from 10.0.0.7'),
        ),
        /not allowed to connect from 10\.0\.0\.7/,
      ],
    ])('%s is told at once', async (_what, interfere, message) => {
      proxy.interfere = interfere
      await expect(open()).rejects.toThrow(message)
      expect(waits).toEqual([])
    })

    it('a user whose settings are fixed one and all', async () => {
      proxy.interfere = (_sql, params) =>
        [...params.keys()].some((name) => name.startsWith('output_format'))
          ? refusal(164, 'READONLY', "Cannot modify 'async_insert' setting in readonly mode")
          : null
      await expect(open()).rejects.toThrow(/may not change a setting/)
    })

    it('a wrong password and an unknown user are reported at once, without the password', async () => {
      const url = new URL(throughProxy('x'))
      url.password = 'wr0ng'
      await expect(open(url.href)).rejects.toMatchObject({
        code: '516',
        message: `ClickHouse at http://127.0.0.1:${proxy.port} refuses user ${storeUser}: check user and password in STORE_URL`,
      })
      url.username = 'nobody'
      await expect(open(url.href)).rejects.toThrow('refuses user nobody')
      expect(waits).toEqual([])
    })

    it.each<[string, Interfere, RegExp]>([
      [
        'a page of something else',
        () => ({ status: 200, body: '<html>welcome</html>' }),
        /is not ClickHouse/,
      ],
      [
        'a proxy before nobody',
        () => ({ status: 502, body: '<html>Bad Gateway</html>' }),
        /does not answer: .*Bad Gateway/,
      ],
      ['a connection that ends', () => 'drop', /does not answer: .*socket hang up/],
    ])('%s: waited for, told, then given up', async (_what, interfere, message) => {
      proxy.interfere = interfere
      await expect(open()).rejects.toThrow(message)
      expect(waits).toEqual([expect.stringMatching(message)])
      expect(proxy.seen.length).toBeGreaterThan(1)
    })

    it('no server: waits, reports, then gives up', async () => {
      const url = `http://127.0.0.1:${await freePort()}/x`
      await expect(open(url)).rejects.toThrow(
        /^ClickHouse at http:\/\/127\.0\.0\.1:\d+ does not answer: .*ECONNREFUSED/,
      )
      expect(waits).toHaveLength(1)
    })

    it('a server that accepts and never answers is given up', async () => {
      const silent = createServer(() => undefined).listen(0, '127.0.0.1')
      await once(silent, 'listening')
      const { port } = silent.address() as { port: number }
      await expect(open(`http://127.0.0.1:${port}/x`)).rejects.toThrow(
        /does not answer: .*[Tt]imeout/,
      )
      silent.close()
    })

    it('a server that comes up later is waited for', async () => {
      const port = await freePort()
      const url = server.url('later').replace(`:${server.port}/`, `:${port}/`)
      const opening = open(url, 60_000)
      await eventually(async () => expect(waits).toHaveLength(1))
      const late = await startStoreServer({ port })
      const store = await opening
      expect(await store.query('SELECT 1 AS a')).toEqual([{ a: 1 }])
      await store.close()
      await late.stop()
    })

    it('the tables are made by the same files as on one machine', async () => {
      const store = await open()
      const directory = new URL('../../../infra/clickhouse/', import.meta.url).pathname
      const migrations = await readMigrations(directory)
      expect(await migrate(store, migrations)).toHaveLength(migrations.length)
      expect(await migrate(store, migrations)).toEqual([])
    })
  })

  it('gets rows compressed, and is asked for compressed answers, unless it is on this machine', async () => {
    // This address reaches this machine, too, without saying so.
    const store = await open(throughProxy(freshDatabase()).replace('127.0.0.1', '0.0.0.0'))
    await store.command('CREATE TABLE t (a UInt32, s String) ENGINE = MergeTree ORDER BY a')
    const rows = Array.from({ length: 20_000 }, (_, i) => [i, `the same words in every row`])
    await store.insert('t', ['a', 's'], rows)
    const insert = proxy.seen.find(({ sql }) => sql.startsWith('INSERT'))
    expect(insert?.contentEncoding).toBe('gzip')
    expect(insert?.bytes).toBeLessThan(JSON.stringify(rows).length / 5)
    expect(await store.query('SELECT count() AS n, max(a) AS a FROM t')).toEqual([
      { n: 20_000, a: 19_999 },
    ])
    const bytes = await store.bytes('SELECT s FROM t LIMIT 1', {}, 'JSONEachRow')
    expect(bytes.toString()).toBe('{"s":"the same words in every row"}\n')
    expect(proxy.seen.at(-1)?.answerEncoding).toBe('gzip')
    const local = await open()
    await local.query('SELECT 1')
    expect(proxy.seen.at(-1)?.answerEncoding).toBeUndefined()
  })

  describe('when a connection is lost', () => {
    it('an insert is not sent again: it may have happened', async () => {
      const store = await open()
      await store.command('CREATE TABLE t (a UInt32) ENGINE = MergeTree ORDER BY a')
      proxy.interfere = (sql) => (sql.startsWith('INSERT') ? 'cut' : null)
      await expect(store.insert('t', ['a'], [[1]])).rejects.toBeInstanceOf(StoreUnavailable)
      proxy.interfere = () => null
      expect(await store.query('SELECT a FROM t')).toEqual([{ a: 1 }])
      expect(proxy.seen.filter(({ sql }) => sql.startsWith('INSERT'))).toHaveLength(1)
    })

    it('a query is retried', async () => {
      const store = await open()
      let cuts = 0
      proxy.interfere = () => (++cuts < 3 ? 'cut' : null)
      expect(await store.query('SELECT 7 AS a')).toEqual([{ a: 7 }])
      expect(cuts).toBe(3)
    })
  })

  describe('that is killed', () => {
    it('an insert waits for it: nothing was sent, so nothing can be written twice', async () => {
      const own = await startStoreServer()
      const store = await open(own.url('waiting'))
      await store.command('CREATE TABLE t (a UInt32) ENGINE = MergeTree ORDER BY a')
      await own.kill()
      const inserting = store.insert('t', ['a'], [[1]])
      await sleep(300)
      await own.restart()
      await inserting
      expect(await store.query('SELECT a FROM t')).toEqual([{ a: 1 }])
      await store.close()
      await own.stop()
    })

    it('again and again, while batches are written until they are: each row is there once', async () => {
      const random = createSeededRandom()
      const own = await startStoreServer()
      const store = await open(own.url('killed'))
      await store.command(`
        CREATE TABLE facts (id UInt32, version UInt32) ENGINE = ReplacingMergeTree(version)
        ORDER BY id SETTINGS fsync_after_insert = 1, fsync_part_directory = 1`)
      let over = false
      let batches = 0
      let lost = 0
      /** As the log brings a batch again until its handler has not failed. */
      const write = async (): Promise<void> => {
        for (; !over; batches += 1) {
          const rows = Array.from({ length: 500 }, (_, i) => [batches * 500 + i, 1])
          for (let done = false; !done;) {
            done = await store.insert('facts', ['id', 'version'], rows).then(
              () => true,
              (error: unknown) => {
                expect(error).toBeInstanceOf(StoreUnavailable)
                lost += 1
                return false
              },
            )
          }
        }
      }
      const writing = write()
      try {
        for (let i = 0; i < 6; i += 1) {
          const before = batches
          await eventually(async () => expect(batches).toBeGreaterThan(before + 1))
          await sleep(random.below(30))
          await own.kill()
          await own.restart()
        }
      } finally {
        over = true
        await writing
      }
      const [found] = await store.query<{ n: number; ids: number; last: number }>(
        'SELECT count() AS n, uniqExact(id) AS ids, max(id) AS last FROM facts FINAL',
      )
      console.log({ batches, lost, found })
      expect(found).toEqual({ n: batches * 500, ids: batches * 500, last: batches * 500 - 1 })
      expect(lost).toBeGreaterThan(0)
      await store.close()
      await own.stop()
    })
  })
})
