// /openapi.json: valid, complete, and consistent with what the api does.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { emptyStore, runApi, type RunningApi } from './running-api.ts'

interface Document {
  readonly openapi: string
  readonly paths: Record<string, Partial<Record<'get' | 'post' | 'delete', Operation>>>
  readonly components: { schemas: Record<string, Schema> }
}
interface Operation {
  readonly operationId: string
  readonly description?: string
  readonly security?: Record<string, string[]>[]
  readonly requestBody?: { content: Record<string, { schema: { $ref: string } }> }
  readonly parameters: { name: string; in: string; required: boolean; schema: Schema }[]
  readonly responses: Record<
    string,
    {
      readonly headers?: Record<string, unknown>
      content?: Record<string, { schema: { $ref: string } }>
    }
  >
}
interface Schema {
  readonly $ref?: string
  readonly type?: string | string[]
  readonly format?: string
  readonly description?: string
  readonly required?: string[]
  readonly properties?: Record<string, Schema>
  readonly default?: unknown
  readonly minimum?: number
  readonly maximum?: number
}

let api: RunningApi
let document: Document
beforeAll(async () => {
  api = await runApi(emptyStore)
  document = (await api.get('/openapi.json')).body as Document
})
afterAll(() => api.close())

/** `GET /v1/markets` and its description. */
const operations = (): [string, Operation][] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): [string, Operation] => [
      `${method.toUpperCase()} ${path}`,
      operation,
    ]),
  )

/** Exit code and output of the linter, which must not phone home. */
async function lint(text: string): Promise<{ code: number; output: string }> {
  const directory = await mkdtemp(join(tmpdir(), 'oddslog-openapi-'))
  const file = join(directory, 'openapi.json')
  const config = join(directory, 'redocly.yaml')
  await writeFile(file, text)
  await writeFile(
    config,
    'extends: [recommended-strict]\nrules:\n  security-defined: off\n  info-license: off\n',
  )
  const cli = createRequire(import.meta.url).resolve('@redocly/cli/bin/cli.js')
  const env = { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }
  const result = await new Promise<{ code: number; output: string }>((resolve) => {
    execFile(
      process.execPath,
      [cli, 'lint', file, '--config', config],
      { env, cwd: directory },
      (error, stdout, stderr) =>
        resolve({ code: error ? Number(error.code ?? 1) : 0, output: stdout + stderr }),
    )
  })
  await rm(directory, { recursive: true, force: true })
  return result
}

describe('/openapi.json', () => {
  it('passes the strict rules of a linter', async () => {
    const { code, output } = await lint(JSON.stringify(document))
    expect([code, output]).toEqual([0, expect.stringContaining('valid')])
  })

  it('is linted by something that finds faults', async () => {
    const [path = ''] = Object.keys(document.paths)
    const broken = structuredClone(document)
    broken.paths[path]?.get?.parameters.push({
      name: 'x',
      in: 'nowhere',
      required: false,
      schema: {},
    })
    expect((await lint(JSON.stringify(broken))).code).not.toBe(0)
  })

  it('has every path of the interface', () => {
    const found = operations()
    expect(found.map(([name]) => name).sort()).toEqual([
      'DELETE /v1/keys/{key_id}',
      'DELETE /v1/webhooks/{webhook_id}',
      'GET /v1/candles',
      'GET /v1/events',
      'GET /v1/events/{slug}',
      'GET /v1/exports/{kind}',
      'GET /v1/exports/{kind}/manifest',
      'GET /v1/keys',
      'GET /v1/markets',
      'GET /v1/markets/search',
      'GET /v1/markets/{market_id}',
      'GET /v1/markets/{market_id}/candles',
      'GET /v1/markets/{market_id}/orderbook',
      'GET /v1/markets/{market_id}/price',
      'GET /v1/markets/{market_id}/trades',
      'GET /v1/matching-markets',
      'GET /v1/matching-markets/{market_id}/{other_market_id}/spread',
      'GET /v1/stream',
      'GET /v1/trades',
      'GET /v1/wallets/{address}/activity',
      'GET /v1/wallets/{address}/positions',
      'GET /v1/webhooks',
      'GET /v1/webhooks/{webhook_id}',
      'POST /v1/auth/login',
      'POST /v1/auth/signup',
      'POST /v1/keys',
      'POST /v1/prices',
      'POST /v1/webhooks',
      'POST /v1/webhooks/{webhook_id}/enable',
      'POST /v1/webhooks/{webhook_id}/replay',
      'POST /v1/webhooks/{webhook_id}/test',
    ])
    const ids = found.map(([, { operationId }]) => operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('says how many requests of the rate limits an operation counts as', () => {
    const found = Object.fromEntries(
      operations().flatMap(([name, { description = '' }]) => {
        const [, base, further, most = '20'] =
          /Counts as (\d+) requests? in the rate limits(?:, and as 1 more for each further (.*) \((\d+) at most\))?\.$/.exec(
            description,
          ) ?? []
        return base === undefined
          ? []
          : [[name, `${base}; ${further ?? ''}${most === '20' ? '' : `; ${most}`}`]]
      }),
    )
    const markets =
      '1; 50 rows of `limit`, 25000 rows of `offset`, 5 values of `tag`, 250 values of `ids`'
    expect(found).toEqual({
      'GET /v1/candles': '1; 5 values of `market_ids`, 2000 rows of `limit`',
      'GET /v1/events': '1; 50 rows of `limit`, 25000 rows of `offset`, 4 words of `q`',
      'GET /v1/events/{slug}': '1; ',
      'GET /v1/exports/{kind}': '20; ',
      'GET /v1/exports/{kind}/manifest': '20; ',
      'GET /v1/markets': markets,
      'GET /v1/markets/search': `${markets}, 4 words of \`q\``,
      'GET /v1/markets/{market_id}': '1; ',
      'GET /v1/markets/{market_id}/candles': '1; 2000 rows of `limit`',
      'GET /v1/markets/{market_id}/orderbook': '1; ',
      'GET /v1/markets/{market_id}/price': '1; ',
      'GET /v1/markets/{market_id}/trades': '1; 250 rows of `limit`',
      'GET /v1/matching-markets':
        '1; 50 rows of `limit`, 25000 rows of `offset`, 4 words of `q`, 25 values of `platform_a_market_slug`, 25 values of `platform_b_event_ticker`, 250 values of `ids`',
      'GET /v1/matching-markets/{market_id}/{other_market_id}/spread': '2; 2000 rows of `limit`',
      'GET /v1/stream': '1; ',
      'GET /v1/trades': '1; 250 rows of `limit`',
      'GET /v1/wallets/{address}/activity': '1; 250 rows of `limit`, 5000 rows of `offset`',
      'GET /v1/wallets/{address}/positions': '5; ',
      'POST /v1/prices': '1; 20 items of `requests`; 50',
    })
  })

  it('describes the header of wallets that are not followed, and only for wallets', () => {
    const withHeader = operations().filter(
      ([, { responses }]) => responses['200']?.headers?.['X-Wallet-Not-Followed'] !== undefined,
    )
    expect(withHeader.map(([name]) => name)).toEqual([
      'GET /v1/wallets/{address}/activity',
      'GET /v1/wallets/{address}/positions',
    ])
  })

  it('has a cursor for every list with a page size', () => {
    const has = ({ parameters }: Operation, name: string) =>
      parameters.some((parameter) => parameter.name === name)
    // /v1/trades has a position in the log, `after`, instead
    const lists = operations().filter(
      ([name, operation]) => has(operation, 'limit') && !/(candles|spread|v1\/trades)$/.test(name),
    )
    expect(lists).toHaveLength(7)
    for (const [name, operation] of lists) {
      const { headers, content } = operation.responses['200'] ?? {}
      const title = content?.['application/json']?.schema.$ref.split('/').at(-1) ?? ''
      const fields = document.components.schemas[title]?.required ?? []
      const isPaged =
        headers?.['X-Next-Cursor'] !== undefined ||
        (fields.includes('cursor') && fields.includes('has_more'))
      expect([name, has(operation, 'cursor'), isPaged]).toEqual([name, true, true])
    }
  })

  it.each([
    ['/v1/markets', 'limit', 20, 1, 100],
    ['/v1/markets/search', 'limit', 20, 1, 100],
    ['/v1/markets/{market_id}/trades', 'limit', 100, 1, 500],
    ['/v1/trades', 'limit', 100, 1, 1000],
    ['/v1/markets/{market_id}/candles', 'limit', 1000, 1, 5000],
    ['/v1/events', 'limit', 50, 1, 200],
    ['/v1/matching-markets', 'limit', 50, 1, 200],
    ['/v1/wallets/{address}/activity', 'limit', 100, 1, 500],
    ['/v1/wallets/{address}/positions', 'limit', 100, 1, 500],
    ['/v1/events', 'offset', 0, 0, Number.MAX_SAFE_INTEGER],
    ['/v1/wallets/{address}/activity', 'offset', 0, 0, Number.MAX_SAFE_INTEGER],
  ])('says of %s that %s is %d by default, from %d to %s', (path, name, byDefault, min, max) => {
    const schema = document.paths[path]?.get?.parameters.find((p) => p.name === name)?.schema
    expect([schema?.default, schema?.minimum, schema?.maximum]).toEqual([byDefault, min, max])
  })

  it('requires the parameters that the api requires', () => {
    const required = operations().flatMap(([, { parameters }]) =>
      parameters.filter((p) => p.required && p.in === 'query').map((p) => p.name),
    )
    expect(required).toEqual(['q', 'market_ids', 'channels'])
  })

  it('states which key each route requires', () => {
    const keyless = { 'POST /v1/auth/signup': [], 'POST /v1/auth/login': [{ apiKey: [] }, {}] }
    const byToken = [{ token: [] }]
    for (const [name, { security }] of operations())
      expect([name, security]).toEqual([
        name,
        { ...keyless }[name] ?? (/ \/v1\/(keys|webhooks)/.test(name) ? byToken : undefined),
      ])
    expect((document as unknown as { security: unknown }).security).toEqual([{ apiKey: [] }])
  })

  it('takes no address of anything, except of a webhook', () => {
    const bodies = operations().flatMap(([, { operationId, requestBody }]) =>
      operationId === 'createWebhook'
        ? []
        : Object.values(requestBody?.content ?? {}).map(({ schema }) => schema.$ref ?? ''),
    )
    const fields = bodies.flatMap((ref) =>
      Object.entries(document.components.schemas[ref.split('/').at(-1) ?? '']?.properties ?? {}),
    )
    expect(fields.length).toBeGreaterThan(3)
    const parameters = operations().flatMap(([, of]) =>
      of.parameters.map((p) => [p.name, p.schema] as const),
    )
    const wallets = parameters.filter(([name]) => name === 'address')
    expect(wallets).toHaveLength(2)
    // whatever is asked for at an address that a client names can be asked of our own network; that of
    // a wallet is 40 hex digits
    for (const [name, schema] of [...fields, ...parameters.filter((p) => !wallets.includes(p))])
      expect([name, schema.format]).not.toContainEqual(
        expect.stringMatching(/ur[il]|host|address|callback|redirect/i),
      )
  })

  it('lists every error status of a request', () => {
    const dataStatuses = ['200', '304', '401', '405', '429', '500', '503']
    const statusesOf: Record<string, string[]> = {
      'POST /v1/auth/signup': ['201', '405', '409', '413', '415', '422', '429', '500', '503'],
      'POST /v1/auth/login': ['200', '401', '405', '413', '415', '422', '429', '500', '503'],
      'GET /v1/keys': ['200', '304', '401', '405', '429', '500', '503'],
      'POST /v1/keys': ['201', '401', '405', '409', '413', '415', '422', '429', '500', '503'],
      'POST /v1/prices': ['200', '401', '405', '413', '415', '422', '429', '500', '503'],
      'DELETE /v1/keys/{key_id}': ['204', '401', '404', '405', '429', '500', '503'],
      'POST /v1/webhooks': '201 401 404 405 409 413 415 422 429 500 503'.split(' '),
      'DELETE /v1/webhooks/{webhook_id}': '204 401 404 405 429 500 503'.split(' '),
      'POST /v1/webhooks/{webhook_id}/enable': '204 401 404 405 429 500 503'.split(' '),
      'POST /v1/webhooks/{webhook_id}/test': '202 401 404 405 429 500 503'.split(' '),
      'POST /v1/webhooks/{webhook_id}/replay': '202 401 404 405 413 415 422 429 500 503'.split(' '),
    }
    for (const [name, { responses }] of operations()) {
      const exactly = statusesOf[name]
      if (exactly) expect([name, Object.keys(responses)]).toEqual([name, exactly])
      else
        expect([name, Object.keys(responses)]).toEqual([name, expect.arrayContaining(dataStatuses)])
    }
  })

  it('promises the fields of accounts', () => {
    const fields = (name: string) =>
      Object.keys(document.components.schemas[name]?.properties ?? {})
    expect(fields('Signup')).toEqual(['developer', 'api_key'])
    expect(fields('Developer')).toEqual(['id', 'email'])
    expect(fields('AccessToken')).toEqual(['access_token', 'token_type', 'expires_in'])
    expect(fields('ApiKey')).toEqual(
      'id label prefix created_at last_used_at revoked_at'.split(' '),
    )
    expect(fields('CreatedApiKey')).toEqual([...fields('ApiKey'), 'api_key'])
    expect(fields('Credentials')).toEqual(['email', 'password'])
    expect(fields('NewKey')).toEqual(['label'])
  })

  it('explains every field and every parameter', () => {
    const schemas = Object.entries(document.components.schemas)
    expect(schemas.length).toBeGreaterThan(15)
    for (const [name, schema] of schemas)
      for (const [field, { $ref, description }] of Object.entries(schema.properties ?? {}))
        expect([name, field, ($ref ?? description ?? '').length > 3]).toEqual([name, field, true])
    for (const [, { parameters }] of operations())
      for (const parameter of parameters)
        expect(parameter).toHaveProperty('description', expect.stringMatching(/\w/))
  })

  it('promises every field of the interface', () => {
    const fields = (name: string) =>
      Object.keys(document.components.schemas[name]?.properties ?? {})
    expect(fields('Market')).toEqual(
      'id slug question status outcomes platforms description volume_24h volume_total open_interest created_at close_time tags category event_slug platform_category'.split(
        ' ',
      ),
    )
    expect(fields('PriceRecord')).toEqual([
      ...'market_id price at_time timestamp_ms platform source'.split(' '),
      'provisional',
    ])
    // Only in responses to requests with `provisional=true`.
    expect(document.components.schemas['PriceRecord']?.required).not.toContain('provisional')
    expect(fields('Trade')).toEqual(
      expect.arrayContaining(
        'id market_id platform price size side timestamp_ms native_trade_id'.split(' '),
      ),
    )
    expect(fields('Event')).toEqual(
      'slug title status markets market_count total_volume_24h platforms total_volume category tags platform_category'.split(
        ' ',
      ),
    )
  })

  it('promises the fields of wallets', () => {
    const fields = (name: string) =>
      Object.keys(document.components.schemas[name]?.properties ?? {})
    expect(fields('WalletActivity')).toEqual(
      'id wallet type platform market_id outcome side price size usdc_size tx_hash timestamp_ms market_slug event_slug title'.split(
        ' ',
      ),
    )
    expect(fields('WalletActivityPage')).toEqual(
      'address activity limit offset cursor has_more complete'.split(' '),
    )
    expect(fields('WalletPosition')).toEqual(
      'market_id platform outcome size avg_price initial_value current_value cash_pnl percent_pnl realized_pnl cur_price redeemable market_slug event_slug title'.split(
        ' ',
      ),
    )
    expect(fields('WalletPositionPage')).toEqual(
      'address positions limit cursor has_more complete'.split(' '),
    )
  })

  it('requires every field of what it answers about wallets', () => {
    for (const name of [
      'WalletActivity',
      'WalletActivityPage',
      'WalletPosition',
      'WalletPositionPage',
    ]) {
      const schema = document.components.schemas[name]
      expect([name, schema?.required]).toEqual([name, Object.keys(schema?.properties ?? {})])
    }
  })

  it('names no place in the files of schemas/api', () => {
    expect(JSON.stringify(document)).not.toMatch(/\.json"|\$id|\$schema/)
  })
})
