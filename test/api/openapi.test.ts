// /openapi.json: valid, complete, and true about what the api does.
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { emptyStore, runApi, type RunningApi } from './running-api.ts'

interface Document {
  readonly openapi: string
  readonly paths: Record<string, { get: Operation }>
  readonly components: { schemas: Record<string, Schema> }
}
interface Operation {
  readonly operationId: string
  readonly parameters: { name: string; in: string; required: boolean; schema: Schema }[]
  readonly responses: Record<string, { content?: Record<string, { schema: { $ref: string } }> }>
}
interface Schema {
  readonly $ref?: string
  readonly type?: string | string[]
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
  }, 60_000)

  it('is linted by something that finds faults', async () => {
    const [path = ''] = Object.keys(document.paths)
    const broken = structuredClone(document)
    broken.paths[path]?.get.parameters.push({
      name: 'x',
      in: 'nowhere',
      required: false,
      schema: {},
    })
    expect((await lint(JSON.stringify(broken))).code).not.toBe(0)
  }, 60_000)

  it('has every path of the interface', () => {
    expect(Object.keys(document.paths).sort()).toEqual([
      '/v1/events',
      '/v1/events/{slug}',
      '/v1/markets',
      '/v1/markets/search',
      '/v1/markets/{market_id}',
      '/v1/markets/{market_id}/candles',
      '/v1/markets/{market_id}/orderbook',
      '/v1/markets/{market_id}/price',
      '/v1/markets/{market_id}/trades',
    ])
    const ids = Object.values(document.paths).map(({ get }) => get.operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it.each([
    ['/v1/markets', 'limit', 20, 1, 100],
    ['/v1/markets/search', 'limit', 20, 1, 100],
    ['/v1/markets/{market_id}/trades', 'limit', 100, 1, 500],
    ['/v1/markets/{market_id}/candles', 'limit', 1000, 1, 5000],
    ['/v1/events', 'limit', 50, 1, 200],
    ['/v1/events', 'offset', 0, 0, undefined],
  ])('says of %s that %s is %d by default, from %d to %s', (path, name, byDefault, min, max) => {
    const schema = document.paths[path]?.get.parameters.find((p) => p.name === name)?.schema
    expect([schema?.default, schema?.minimum, schema?.maximum]).toEqual([byDefault, min, max])
  })

  it('requires the parameters that the api requires', () => {
    const required = Object.values(document.paths).flatMap(({ get }) =>
      get.parameters.filter((p) => p.required && p.in === 'query').map((p) => p.name),
    )
    expect(required).toEqual(['q'])
  })

  it('explains every field and every parameter', () => {
    const schemas = Object.entries(document.components.schemas)
    expect(schemas.length).toBeGreaterThan(15)
    for (const [name, schema] of schemas)
      for (const [field, { $ref, description }] of Object.entries(schema.properties ?? {}))
        expect([name, field, ($ref ?? description ?? '').length > 3]).toEqual([name, field, true])
    for (const { get } of Object.values(document.paths))
      for (const parameter of get.parameters)
        expect(parameter).toHaveProperty('description', expect.stringMatching(/\w/))
  })

  it('promises every field of the interface', () => {
    const fields = (name: string) =>
      Object.keys(document.components.schemas[name]?.properties ?? {})
    expect(fields('Market')).toEqual(
      'id slug question status outcomes platforms description volume_24h volume_total open_interest created_at close_time tags category event_slug'.split(
        ' ',
      ),
    )
    expect(fields('PriceRecord')).toEqual(
      'market_id price at_time timestamp_ms platform source'.split(' '),
    )
    expect(fields('Trade')).toEqual(
      expect.arrayContaining(
        'id market_id platform price size side timestamp_ms native_trade_id'.split(' '),
      ),
    )
    expect(fields('Event')).toEqual(
      'slug title status markets market_count total_volume_24h platforms total_volume category tags'.split(
        ' ',
      ),
    )
  })

  it('names no place in the files of schemas/api', () => {
    expect(JSON.stringify(document)).not.toMatch(/\.json"|\$id|\$schema/)
  })
})
