// The TypeScript client against the running service, and its README.
import { createHash, randomUUID } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from '@jest/globals'
import { ApiError, createClient, type Client } from '../../../clients/typescript/src/client.ts'
import type { Candle } from '../../../clients/typescript/src/generated/types.ts'
import { root } from '../../support/source-files.ts'
import type { ClientWorld } from './client-world.ts'
import { readProgram, run } from './readme-programs.ts'

/** `world`: open when the tests run. */
export function describeTypeScriptClient(world: () => ClientWorld): void {
  describe('the TypeScript client', () => {
    let client: Client
    beforeAll(() => {
      client = createClient({ url: world().service.apiUrl, apiKey: world().apiKey })
    })

    it('reads whole lists', async () => {
      const { v1, busiest, wallet } = world()
      const trades = await collect(client.all.listMarketTrades({ market_id: busiest, limit: 200 }))
      expect(trades.length).toBeGreaterThan(200)
      expect(trades).toEqual((await v1.trades(busiest)).trades)
      const markets = await collect(client.all.listMarkets({ sort_by: 'created_at', limit: 60 }))
      expect(markets.map(({ id }) => id)).toEqual([...(await v1.markets()).keys()])
      const events = await collect(client.all.listEvents({ limit: 30, markets: 'none' }))
      expect(events).toHaveLength((await v1.events()).total)
      const matches = await collect(client.all.listMatchingMarkets({ limit: 10 }))
      expect(matches).toEqual((await v1.matches()).matches)
      const activity = await collect(client.all.listWalletActivity({ address: wallet, limit: 50 }))
      expect(activity).toEqual((await v1.wallet(wallet)).activity)
      const positions = client.all.listWalletPositions({ address: wallet, limit: 10 })
      expect((await collect(positions)).length).toBe((await v1.positions(wallet)).length)
    })

    it('reads the candles of a period', async () => {
      const { v1, busiest } = world()
      const input = { market_id: busiest, interval: '5m', start_ts: 0, limit: 4 } as const
      const candles = await collect(client.candles(input))
      expect(candles.length).toBeGreaterThan(4)
      expect(candles).toEqual(await v1.candles(busiest, '5m'))
    })

    it('follows trades by cursor, also from one in the middle', async () => {
      const { v1, busiest } = world()
      const { trades } = await v1.trades(busiest)
      const found = new Set<string>()
      let after = ''
      for await (const page of client.followTrades({ market_id: busiest, limit: 100 })) {
        for (const { id } of page.trades) found.add(id)
        after = page.cursor
        if (found.size > 100) break
      }
      const rest = client.followTrades({ market_id: busiest, after })
      while (found.size < trades.length)
        for (const { id } of (await rest.next()).value?.trades ?? []) {
          expect(found.has(id)).toBe(false)
          found.add(id)
        }
      expect(found).toEqual(new Set(trades.map(({ id }) => id)))
    })

    it('goes on with a stream where a page ended', async () => {
      const { v1, busiest } = world()
      const { trades } = await v1.trades(busiest)
      const { data: page } = await client.listTrades({ market_id: busiest, limit: 100 })
      const found = page.trades.map(({ id }) => id)
      const input = {
        channels: ['trades', 'candles'] as const,
        market_ids: [busiest],
        interval: '1w' as const,
        after: page.cursor,
      }
      let newest: Candle | undefined
      for await (const { type, data } of client.stream(input)) {
        if (type === 'trades') found.push(data.id)
        if (type === 'candles' && data.start_ts >= (newest?.start_ts ?? 0)) newest = data
        if (found.length === trades.length) break
      }
      expect(new Set(found)).toEqual(new Set(trades.map(({ id }) => id)))
      const { data: answered } = await client.listMarketCandles({
        market_id: busiest,
        interval: '1w',
        limit: 1,
      })
      expect(newest).toMatchObject({ ...answered.candles[0], is_final: expect.any(Boolean) })
    })

    it('asks for many prices, candles and markets', async () => {
      const { v1, busiest } = world()
      const known = await v1.markets()
      const ids = [...known.keys()].slice(0, 130)
      const { trades } = await v1.trades(busiest)
      const asked = trades.slice(0, 5).map(({ timestamp_ms: ms }) => Math.ceil(ms / 1000))
      const items = Array.from({ length: 1_003 }, (_, i) => ({
        market_id: i === 1_001 ? 'pb_NONE' : busiest,
        at_time: asked[i % asked.length] ?? 0,
      }))
      const prices = await client.prices(items)
      expect(prices[1_001]?.error?.detail).toMatchObject([
        { type: 'market_not_found', loc: ['body', 'requests', '1001', 'market_id'] },
      ])
      for (const i of [0, 4, 1_002]) {
        const single = await client.getMarketPrice(items[i] ?? { market_id: '' })
        expect(prices[i]?.price).toEqual(single.data)
        expect(prices[i]?.completeness).toEqual(single.completeness)
      }
      const results = await client.candlesOfMarkets({
        market_ids: [...ids, busiest],
        interval: '1h',
      })
      expect(results.map(({ page }) => page?.market_id)).toEqual([...ids, busiest])
      const single = await client.listMarketCandles({ market_id: busiest, interval: '1h' })
      expect(results.at(-1)?.page).toEqual(single.data)
      const found = await client.marketsById([...ids, 'pb_NONE'])
      expect(found.map(({ id, question }) => [id, question])).toEqual(
        ids.map((id) => [id, known.get(id)?.question]),
      )
    })

    it('reports errors of the service', async () => {
      const unknown = client.getMarket({ market_id: 'pb_NONE' })
      const error = (await unknown.catch((reason: unknown) => reason)) as ApiError
      expect(error).toBeInstanceOf(ApiError)
      expect([error.status, error.hasType('market_not_found')]).toEqual([404, true])
      expect(error.requestId).toMatch(/\w/)
      const invalid = client.listMarketTrades({ market_id: world().busiest, limit: 501 })
      await expect(invalid).rejects.toMatchObject({
        status: 422,
        detail: [{ loc: ['query', 'limit'] }],
      })
      const stranger = createClient({ url: world().service.apiUrl })
      await expect(stranger.listMarkets()).rejects.toMatchObject({ status: 401 })
    })

    it('manages keys', async () => {
      const account = { email: `${randomUUID()}@example.com`, password: 'correct horse battery' }
      const { data: signup } = await client.signUp(account)
      const token = (await client.logIn(account)).data.access_token
      const { data: key } = await client.createKey({ label: 'backtests' }, { token })
      const own = createClient({ url: world().service.apiUrl, apiKey: key.api_key })
      expect((await own.listMarkets({ limit: 1 })).data).toHaveLength(1)
      expect((await client.revokeKey({ key_id: key.id }, { token })).data).toBeNull()
      const { data: keys } = await client.listKeys({}, { token })
      expect(keys.map((one) => [one.label, one.revoked_at === null])).toContainEqual([
        'backtests',
        false,
      ])
      expect(signup.api_key).not.toBe(key.api_key)
    })

    it('downloads an export', async () => {
      const input = { kind: 'trades', market_id: world().busiest, format: 'csv' } as const
      const { data } = await client.exportRows(input)
      const bytes = Buffer.from(await new Response(data).arrayBuffer())
      const { data: manifest } = await client.describeExport(input)
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(manifest.sha256)
      expect(manifest.rows).toBeGreaterThan(0)
    })

    it('does what its README shows', async () => {
      const { service, apiKey, folder } = world()
      const [readme, program] = ['clients/typescript/README.md', join(folder, 'my-program')]
      await mkdir(program)
      await writeFile(join(program, 'package.json'), '{"type": "module", "private": true}')
      await run('bash', ['-ec', await readProgram(readme, 'sh', service.apiUrl)], {
        cwd: root,
        env: { MY_PROGRAM: program },
      })
      await writeFile(join(program, 'main.ts'), await readProgram(readme, 'ts', service.apiUrl))
      await writeFile(join(program, 'tsconfig.json'), JSON.stringify(strictOptions))
      await run(join(root, 'node_modules/.bin/tsc'), [], { cwd: program })
      const output = await run(process.execPath, ['main.js'], {
        cwd: program,
        env: { KEY: apiKey },
      })
      const [first] = (await client.listMarkets({ limit: 1 })).data
      expect(output).toContain(`${first?.id} ${first?.question}`)
      expect(output).toContain('market_not_found')
    })
  })
}

/** Those of a careful user. */
const strictOptions = {
  compilerOptions: {
    module: 'NodeNext',
    target: 'ES2022',
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
  },
}

async function collect<T>(rows: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const row of rows) all.push(row)
  return all
}
