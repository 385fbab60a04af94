// The contract of every Store (services/lib/store/port.ts), sentence by sentence. Run on each engine.
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  StoreError,
  StoreUnavailable,
  type Params,
  type Store,
} from '../../services/lib/store/port.ts'
import { until } from '../support/waiting.ts'

export interface StoreUnderTest {
  readonly store: Store
  /** Removes what the tests left. */
  dispose(): Promise<void>
}

/** `open` gives a store with an empty database. */
export function describeStore(name: string, open: () => Promise<StoreUnderTest>): void {
  describe(`store contract: ${name}`, () => {
    let opened: StoreUnderTest
    let store: Store
    let tables = 0

    beforeAll(async () => {
      opened = await open()
      store = opened.store
    })
    afterAll(() => opened.dispose())

    async function createTable(columns: string, settings = ''): Promise<string> {
      const table = `contract_${++tables}`
      await store.command(
        `CREATE TABLE ${table} (${columns}) ENGINE = MergeTree ORDER BY tuple() ${settings}`,
      )
      return table
    }

    async function failureOf(work: Promise<unknown>): Promise<unknown> {
      try {
        await work
      } catch (error) {
        return error
      }
      throw new Error('it should have failed')
    }

    describe('query', () => {
      it.each<[string, unknown]>([
        ['1::UInt8', 1],
        ['-9007199254740991::Int64', -9007199254740991],
        ['9007199254740993::UInt64', '9007199254740993'],
        ['18446744073709551615::UInt64', '18446744073709551615'],
        ["toDecimal64('0.530', 12)", 0.53],
        ["toDecimal64('0.000000000001', 12)", 1e-12],
        ["toDecimal128('0.000000123456789012', 18)", 0.000000123456789012],
        ["toDecimal128('12345678901234567.123456', 6)", '12345678901234567.123456'],
        ['0.1 + 0.2', 0.30000000000000004],
        ['1e300', 1e300],
        ["'1234567890123456789012'", '1234567890123456789012'],
        [String.raw`'a "1234567890123456789" \\ b'`, 'a "1234567890123456789" \\ b'],
        ["'line\\nbreak\\ttab \\0 end'", 'line\nbreak\ttab \0 end'],
        ["'日本語 😀'", '日本語 😀'],
        ['NULL', null],
        ['[1, 2]', [1, 2]],
        ["['x', 'y;']", ['x', 'y;']],
        ["map('k', toUInt64(18446744073709551615))", { k: '18446744073709551615' }],
        ["toDateTime64('1792540800.110', 3, 'UTC')", '2026-10-21 00:00:00.110'],
        ['nan', null],
      ])('SELECT %s', async (sql, expected) => {
        expect(await store.query(`SELECT ${sql} AS value`)).toStrictEqual([{ value: expected }])
      })

      it('answers no rows with an empty array', async () => {
        expect(await store.query('SELECT 1 AS a WHERE 0')).toStrictEqual([])
      })

      it('keeps the order of rows, of 100,000', async () => {
        const rows = await store.query<{ n: number }>(
          'SELECT number AS n FROM numbers(100000) ORDER BY n',
        )
        expect(rows).toHaveLength(100_000)
        expect(rows.every(({ n }, i) => n === i)).toBe(true)
      })
    })

    describe('parameters', () => {
      const text = `'); DROP TABLE x; -- " \\ \n \t \r \0 ; /* 日本 😀 {a:String} %27`

      it.each<[string, unknown]>([
        ['String', text],
        ['String', ''],
        ['Nullable(String)', null],
        ['UInt64', 9007199254740991],
        ['Int64', -5],
        ['Float64', 0.1],
        ['Array(String)', [text, '', "it's"]],
        ['Array(UInt32)', [1, 2, 3]],
        ['Array(String)', []],
        ['Map(String, String)', { "k'": 'v' }],
      ])('%s arrives as it was sent: %j', async (type, value) => {
        const rows = await store.query(`SELECT {value:${type}} AS value`, { value })
        expect(rows).toStrictEqual([{ value }])
      })

      it('takes a thousand market ids', async () => {
        const markets = Array.from(
          { length: 1_000 },
          (_, i) => `pa_0x${String(i).padStart(64, 'f')}`,
        )
        const rows = await store.query<{ n: number; last: string }>(
          'SELECT length({markets:Array(String)}) AS n, {markets:Array(String)}[-1] AS last',
          { markets },
        )
        expect(rows).toStrictEqual([{ n: 1_000, last: markets.at(-1) }])
      })

      it('belong to one statement only', async () => {
        await store.query('SELECT {left:UInt8} AS a', { left: 1 })
        const failure = await failureOf(store.query('SELECT {left:UInt8} AS a'))
        expect(failure).toBeInstanceOf(StoreError)
        expect((failure as StoreError).code).toBe('456')
      })

      it('of commands arrive, too', async () => {
        const table = await createTable('a String')
        await store.command(`INSERT INTO ${table} SELECT arrayJoin({values:Array(String)})`, {
          values: [text, 'b'],
        })
        const rows = await store.query(`SELECT a FROM ${table} ORDER BY a`)
        expect(rows).toStrictEqual([{ a: text }, { a: 'b' }])
      })
    })

    describe('bytes', () => {
      const sql = "SELECT toDecimal64('0.53', 12) AS p, {big:UInt64} AS u, 'x' AS s"
      const params = { big: '18446744073709551615' }

      it('are what the engine wrote, numbers unquoted and exact', async () => {
        const each = await store.bytes(sql, params, 'JSONEachRow')
        expect(each.toString()).toBe('{"p":0.53,"u":18446744073709551615,"s":"x"}\n')
      })

      it('may be binary', async () => {
        const row = await store.bytes("SELECT toUInt16(258), 'ab'", {}, 'RowBinary')
        expect([...row]).toEqual([2, 1, 2, 97, 98])
      })

      it('are empty without rows', async () => {
        expect(await store.bytes('SELECT 1 WHERE 0', {}, 'JSONEachRow')).toHaveLength(0)
      })
    })

    describe('stream', () => {
      const never = new AbortController().signal
      const slow = (tag: string): string =>
        `SELECT sipHash64(number) AS n, '${tag}' AS tag FROM numbers(100000000000) WHERE n = 1`
      const running = async (tag: string): Promise<number> => {
        const [found] = await store.query<{ n: number }>(
          `SELECT count() AS n FROM system.processes
           WHERE query LIKE '%${tag}%' AND query NOT LIKE '%system.processes%'`,
        )
        return found?.n ?? 0
      }
      const textOf = async (sql: string, params: Params = {}): Promise<string> =>
        (await buffer(await store.stream(sql, params, 'CSVWithNames', never))).toString()

      it('has every row of a large result in its order, with one header line', async () => {
        const sql = `SELECT number AS n, toDecimal128(number, 18) / 8 AS d, 'a "b"' AS s,
          {p:String} AS p FROM numbers(300000) ORDER BY n`
        const lines = (await textOf(sql, { p: 'x;' })).trimEnd().split('\n')
        expect(lines).toHaveLength(300_001)
        expect(lines[0]).toBe('"n","d","s","p"')
        expect(lines[3]).toBe('2,0.25,"a ""b""","x;"')
        expect(lines.every((line, i) => i === 0 || line.startsWith(`${i - 1},`))).toBe(true)
      })

      it('of Parquet is one file', async () => {
        const sql = 'SELECT number AS n FROM numbers(300000) SETTINGS max_block_size = 10000'
        const bytes = await buffer(await store.stream(sql, {}, 'Parquet', never))
        expect(bytes.toString('latin1').match(/PAR1/g)).toHaveLength(2)
        expect(bytes.subarray(0, 4).toString() + bytes.subarray(-4).toString()).toBe('PAR1PAR1')
      })

      it('without rows has the names of the columns', async () => {
        expect(await textOf('SELECT 1 AS a WHERE 0')).toBe('"a"\n')
      })

      it('of a statement that fails half-way rejects, and leaves nothing in the next one', async () => {
        const failing = textOf(
          'SELECT throwIf(number = 90000) FROM numbers(100000) SETTINGS max_block_size = 1000',
        )
        expect(await failureOf(failing)).toMatchObject({ name: 'StoreError', code: '395' })
        expect(await textOf('SELECT 7 AS a')).toBe('"a"\n7\n')
      })

      it('cancels the statement when the signal aborts', async () => {
        const aborter = new AbortController()
        const tag = `cancelled ${Math.random()}`
        const asked = failureOf(store.stream(slow(tag), {}, 'Parquet', aborter.signal))
        await until(() => running(tag))
        aborter.abort()
        expect(await asked).toBeInstanceOf(StoreUnavailable)
        await until(async () => (await running(tag)) === 0)
      })

      const large = 'SELECT randomPrintableASCII(1000) AS a FROM numbers(10000)'

      it('fails when the signal aborts while it is read', async () => {
        const aborter = new AbortController()
        const stream = await store.stream(large, {}, 'CSVWithNames', aborter.signal)
        stream.once('data', () => aborter.abort())
        expect(await failureOf(buffer(stream))).toBeInstanceOf(StoreUnavailable)
      })

      it('may be destroyed again and again', async () => {
        // more than the connections that a client opens at once
        for (let i = 0; i < 33; i++) {
          const stream = await store.stream(large, {}, 'CSVWithNames', never)
          for await (const _chunk of stream) break
        }
        expect(await store.query('SELECT 1 AS a')).toStrictEqual([{ a: 1 }])
      })

      it('rejects what is aborted already', async () => {
        const asked = store.stream('SELECT 1', {}, 'Parquet', AbortSignal.abort())
        expect(await failureOf(asked)).toBeInstanceOf(StoreUnavailable)
      })
    })

    describe('insert', () => {
      it('writes values in the order of the columns named', async () => {
        const table = await createTable('a UInt64, b String, c Decimal(18, 12), d Array(String)')
        await store.insert(
          table,
          ['c', 'a', 'b', 'd'],
          [
            ['0.860000001148', 1, 'it\'s; \n "x"', ['p', 'q']],
            ['1', 18446744073709551615n, '', []],
          ],
        )
        expect(await store.query(`SELECT * FROM ${table} ORDER BY a`)).toStrictEqual([
          { a: 1, b: 'it\'s; \n "x"', c: 0.860000001148, d: ['p', 'q'] },
          { a: '18446744073709551615', b: '', c: 1, d: [] },
        ])
      })

      it('keeps awkward values of every type as they are', async () => {
        const table = await createTable(
          `i UInt16, s String, l LowCardinality(String), n LowCardinality(Nullable(String)),
          e Enum8('it''s' = -1, 'b,)' = 2), d Decimal(38, 18), z Decimal(18, 6), m Nullable(Decimal(38, 18)),
          t DateTime64(3, 'UTC'), c DateTime('UTC'), v UInt128, x Int64, y UInt64, f Float64, o Bool,
          a Array(LowCardinality(String)), p Array(Tuple(price Nullable(Decimal(38, 18)), label String))`,
        )
        const long = 'é€😀'.repeat(70)
        const columns = ['i', ...'s l n e d z m t c v x y f o a p'.split(' ')]
        const ms = 1_792_540_800_110
        const huge = 2n ** 128n - 1n
        await store.insert(table, columns, [
          // prettier-ignore
          [0, '', '', null, "it's", '-0.000000000000000001', '-999999999999.999999', null, 0, 0, 0n,
            -(2n ** 63n), 2n ** 64n - 1n, -0.1, true, [], []],
          // prettier-ignore
          [1, '\0\n\t"\'\\', 'x', 'y', 'b,)', '99999999999999999999.999999999999999999', '0.0000019', '0', ms,
            4_294_967_295, huge, '-42', 9_007_199_254_740_991, 5e-324, false, ['', 'é'],
            [{ price: null, label: long }, { price: '1', label: 'a' }]],
          // prettier-ignore
          [65_535, long, long, '', "it's", 0.53, 1e-7, 1e18, '0000000001.002', 1, 1, 0, '7', 1, true, ['b'],
            [{ label: '', price: '0.5' }]],
        ])
        const texts = await store.query(
          `SELECT ${columns.map((name) => `toString(${name}) AS ${name}`).join(', ')} FROM ${table} ORDER BY toUInt16(i)`,
        )
        // prettier-ignore
        const expected = [
          ['0', '', '', null, "it's", '-0.000000000000000001', '-999999999999.999999', null,
            '1970-01-01 00:00:00.000', '1970-01-01 00:00:00', '0', '-9223372036854775808', '18446744073709551615',
            '-0.1', 'true', '[]', '[]'],
          ['1', '\0\n\t"\'\\', 'x', 'y', 'b,)', '99999999999999999999.999999999999999999', '0.000001', '0',
            '2026-10-21 00:00:00.110', '2106-02-07 06:28:15', String(huge), '-42', '9007199254740991', '5e-324', 'false',
            "['','é']", `[(NULL,'${long}'),(1,'a')]`],
          ['65535', long, long, '', "it's", '0.53', '0', '1000000000000000000', '1970-01-01 00:00:01.002',
            '1970-01-01 00:00:01', '1', '0', '7', '1', 'true', "['b']", "[(0.5,'')]"],
        ]
        expect(texts).toStrictEqual(
          expected.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]]))),
        )
      })

      it.each<[string, unknown]>([
        ['UInt8', 256],
        ['UInt8', -1],
        ['Int64', 2n ** 63n],
        ['UInt64', 1.5],
        ['UInt64', 2 ** 53],
        ['UInt32', null],
        ['String', 7],
        ['String', undefined],
        ['Bool', 1],
        ['Float64', '1'],
        ["Enum8('a' = 1)", 'b'],
        ['Decimal(18, 6)', '1000000000000'],
        ['Decimal(38, 18)', '0x1'],
        ['DateTime64(3)', 0.5],
        ['Array(String)', 'a'],
        ['Tuple(a UInt8)', { b: 1 }],
      ])('rejects what %s cannot hold: %p', async (type, value) => {
        const table = await createTable(`k UInt8, v ${type}`)
        const inserting = store.insert(table, ['k', 'v'], [[1, value]])
        expect(await failureOf(inserting)).toBeInstanceOf(StoreError)
        expect(await store.query(`SELECT count() AS n FROM ${table}`)).toStrictEqual([{ n: 0 }])
      })

      it('continues after the types of the columns have changed', async () => {
        const table = await createTable("k UInt8, v Enum8('a' = 1)")
        await store.insert(table, ['k', 'v'], [[1, 'a']])
        await store.command(`ALTER TABLE ${table} MODIFY COLUMN v LowCardinality(String)`)
        await store.insert(table, ['k', 'v'], [[2, 'a']])
        expect(await store.query(`SELECT k, v FROM ${table} ORDER BY k`)).toStrictEqual([
          { k: 1, v: 'a' },
          { k: 2, v: 'a' },
        ])
      })

      it('is one block: 100,000 rows make one part', async () => {
        const table = await createTable('a UInt64, s String')
        const rows = Array.from({ length: 100_000 }, (_, i) => [i, `text of row ${i}`])
        await store.insert(table, ['a', 's'], rows)
        expect(
          await store.query(
            `SELECT count() AS rows, uniqExact(a) AS ids, uniqExact(_part) AS parts FROM ${table}`,
          ),
        ).toStrictEqual([{ rows: 100_000, ids: 100_000, parts: 1 }])
      })

      it('writes all rows or none', async () => {
        const table = await createTable('a UInt8')
        const rows = Array.from({ length: 5_000 }, (_, i) => [i === 4_321 ? 'not a number' : 1])
        expect(await failureOf(store.insert(table, ['a'], rows))).toBeInstanceOf(StoreError)
        expect(await store.query(`SELECT count() AS n FROM ${table}`)).toStrictEqual([{ n: 0 }])
      })

      it('of no rows does nothing, even to a table that is not there', async () => {
        await store.insert('no_such_table', ['a'], [])
      })

      it('is seen by the next query', async () => {
        const table = await createTable('a UInt32')
        for (let i = 1; i <= 20; i++) {
          await store.insert(table, ['a'], [[i]])
          expect(await store.query(`SELECT count() AS n FROM ${table}`)).toStrictEqual([{ n: i }])
        }
      })

      it('twice writes twice: nothing is taken for a repetition', async () => {
        const table = await createTable('a UInt32')
        await store.insert(table, ['a'], [[7]])
        await store.insert(table, ['a'], [[7]])
        expect(await store.query(`SELECT count() AS n FROM ${table}`)).toStrictEqual([{ n: 2 }])
      })

      it('refuses a column that is not there', async () => {
        const table = await createTable('a UInt32')
        const failure = await failureOf(store.insert(table, ['a', 'typo'], [[1, 2]]))
        expect(failure).toBeInstanceOf(StoreError)
        expect((failure as StoreError).retriable).toBe(false)
      })

      it('takes names that are no plain words', async () => {
        await store.command('CREATE TABLE `odd``name` (`a b` UInt8) ENGINE = Memory')
        await store.insert('odd`name', ['a b'], [[3]])
        expect(await store.query('SELECT * FROM `odd``name`')).toStrictEqual([{ 'a b': 3 }])
      })
    })

    describe('failures', () => {
      it.each([
        ['SELECT nothing', '47'],
        ['SELECT * FROM no_such_table', '60'],
        ['SELECT * FROM no_such_database.t', '81'],
        ['SELEC 1', '62'],
        ["SELECT throwIf(1, 'on purpose')", '395'],
        ['SELECT 1; SELECT 2', '62'],
        ['SELECT 1 SETTINGS no_such_setting = 1', '115'],
      ])('%s is refused with code %s, for good', async (sql, code) => {
        const failure = await failureOf(store.query(sql))
        expect(failure).toBeInstanceOf(StoreError)
        expect(failure).toMatchObject({ code, retriable: false })
        expect(await failureOf(store.command(sql))).toMatchObject({ code, retriable: false })
      })

      it('one in the middle of an answer leaves nothing in the next ones', async () => {
        for (let i = 0; i < 20; i++) {
          const failing = store.query(
            'SELECT {i:UInt8}, throwIf(number = 90000) FROM numbers(100000) SETTINGS max_block_size = 1000',
            { i },
          )
          expect(await failureOf(failing)).toMatchObject({ code: '395' })
          expect(await store.query('SELECT {i:UInt8} AS i', { i })).toStrictEqual([{ i }])
        }
      })

      it('a statement that takes too long may work later', async () => {
        const slow =
          'SELECT sum(sipHash64(number)) FROM numbers(100000000000) SETTINGS max_execution_time = 0.2'
        const failure = await failureOf(store.query(slow))
        expect(failure).toBeInstanceOf(StoreUnavailable)
        expect(failure).toMatchObject({ retriable: true })
      })
    })

    describe('statements do not see each other', () => {
      it('settings end with the statement', async () => {
        const threads = "SELECT getSetting('max_threads') AS n"
        const before = await store.query(threads)
        await store.query(`${threads} SETTINGS max_threads = 1`)
        await store.command('SET max_threads = 1')
        await store.command('USE system')
        for (let i = 0; i < 20; i++) expect(await store.query(threads)).toStrictEqual(before)
        await store.query('SELECT currentDatabase() AS d').then(([row]) => {
          expect(row).not.toStrictEqual({ d: 'system' })
        })
      })

      it('200 at once get their own answers', async () => {
        const table = await createTable('a UInt32')
        const work = Array.from({ length: 200 }, async (_, i) => {
          if (i % 10 === 0) await store.insert(table, ['a'], [[i]])
          const rows = await store.query<{ tag: string; n: number }>(
            'SELECT {tag:String} AS tag, number AS n FROM numbers({count:UInt32})',
            { tag: `caller ${i}`, count: i },
          )
          return (
            rows.length === i && rows.every(({ tag, n }, k) => tag === `caller ${i}` && n === k)
          )
        })
        expect((await Promise.all(work)).every(Boolean)).toBe(true)
        expect(await store.query(`SELECT count() AS n FROM ${table}`)).toStrictEqual([{ n: 20 }])
      })
    })

    it('pins what versions of ClickHouse disagree about', async () => {
      const rows = await store.query(`
        SELECT getSetting('async_insert') AS asynchronous, getSetting('session_timezone') AS zone,
          getSetting('input_format_skip_unknown_fields') AS skip,
          getSetting('date_time_input_format') AS times`)
      expect(rows).toStrictEqual([
        { asynchronous: false, zone: 'UTC', skip: false, times: 'best_effort' },
      ])
    })

    it('refuses everything once it is closed', async () => {
      const other = await open()
      await other.store.close()
      const calls = [
        other.store.query('SELECT 1'),
        other.store.bytes('SELECT 1', {}, 'JSONEachRow'),
        other.store.stream('SELECT 1', {}, 'Parquet', new AbortController().signal),
        other.store.insert('t', ['a'], [[1]]),
        other.store.command('SELECT 1'),
      ]
      for (const call of calls) expect(await failureOf(call)).toBeInstanceOf(StoreUnavailable)
      await other.dispose()
    })
  })
}
