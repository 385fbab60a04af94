// Clients that are generated from /openapi.json call every operation of a running API and read every
// documented error.
import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { installClientGenerators } from '../../../tools/consumers/install.ts'
import { describeWhere } from '../../support/describe-where.ts'
import type { Store } from '../../../services/lib/store/port.ts'
import { ask, newDeveloper, testPassword } from '../api-requests.ts'
import { openWebhooks, type OpenWebhooks } from '../webhooks/open-webhooks.ts'
import { nowMs, nowS, runApi, type RunningApi } from '../running-api.ts'
import { openMigratedStore } from '../../support/migrated-store.ts'
import { addSampleData, samples } from './sample-data.ts'
import {
  generateJavaClient,
  generatePythonClient,
  generateTypeScriptClient,
  type Answer,
  type ClientProgram,
} from './client-programs.ts'
import { startErrorServer, type ErrorServer } from './error-server.ts'
import {
  documentedErrorsOf,
  operationsOf,
  toCall,
  type Call,
  type DocumentedOperation,
  type OpenApi,
} from './planned-calls.ts'

const installed = await installClientGenerators()
const generators = {
  Java: { ...installed.java, generate: generateJavaClient },
  Python: { ...installed.python, generate: generatePythonClient },
  TypeScript: { ...installed.typescript, generate: generateTypeScriptClient },
}

describe('clients that are generated from /openapi.json', () => {
  let store: Store
  let webhooks: OpenWebhooks
  let api: RunningApi
  let errorServer: ErrorServer
  let folder: string
  let document: OpenApi
  let documentPath: string
  /** Lines of the table: what each client could do, by operation. */
  const table = new Map<string, string[]>()

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'oddslog-clients-'))
    store = await openMigratedStore()
    await addSampleData(store)
    webhooks = await openWebhooks(() => nowMs)
    api = await runApi(store, { webhooks: webhooks.webhooks, log: webhooks.on.log })
    errorServer = await startErrorServer()
    document = (await api.get('/openapi.json')).body as OpenApi
    documentPath = join(folder, 'openapi.json')
    await writeFile(documentPath, JSON.stringify(document))
  })

  afterAll(async () => {
    const lines = [...table].map(([name, cells]) => `${name.padEnd(22)} ${cells.join('; ')}`)
    process.stderr.write(`${lines.join('\n')}\n`)
    await api?.close()
    await store?.close()
    await webhooks?.close()
    await errorServer?.close()
    if (folder) await rm(folder, { recursive: true, force: true })
  })

  /** Files are downloaded without a generated client. */
  const jsonOperations = (): readonly DocumentedOperation[] =>
    operationsOf(document).filter(
      ({ operation }) => !['Exports', 'Live'].includes(operation.tags[0] ?? ''),
    )

  /** Calls of the real service: with the required parameters, and with every parameter. */
  async function serviceCalls(): Promise<readonly Call[]> {
    const calls: Call[] = []
    for (const documented of jsonOperations())
      for (const isFull of [false, true]) calls.push(await serviceCall(documented, isFull))
    return calls
  }

  async function serviceCall(documented: DocumentedOperation, isFull: boolean): Promise<Call> {
    const { operationId, security } = documented.operation
    const developer = await newDeveloper(api)
    const isByToken = security?.some((scheme) => 'token' in scheme) ?? false
    const isByKey = security === undefined
    const webhookId = await webhooks.create(developer.id)
    const call = toCall(
      document,
      documented,
      { ...samples, key_id: developer.keyId, webhook_id: webhookId, end_ts: nowS },
      isFull,
    )
    const email = operationId === 'logIn' ? developer.email : `${randomUUID()}@example.com`
    const isLogin = call.template.startsWith('/v1/auth/')
    return {
      ...call,
      name: `${operationId}${isFull ? ' with every parameter' : ''}`,
      url: api.url,
      headers: isByKey ? { 'X-API-Key': api.apiKey } : isByToken ? developer.bearer : {},
      body: bodies[operationId] ?? (isLogin ? { email, password: testPassword } : call.body),
    }
  }

  /** Bodies that the service accepts, where the documented example has the id of another market. */
  const bodies: Readonly<Record<string, unknown>> = {
    createWebhook: { url: 'https://example.com/hook', event: 'match.found' },
  }

  function errorCalls(): readonly (Call & { readonly expected: Answer })[] {
    return jsonOperations().flatMap((documented) =>
      documentedErrorsOf(documented.operation).map((error) => ({
        ...toCall(document, documented, samples, false),
        name: `${documented.operation.operationId} ${error.status} ${error.type}`,
        url: errorServer.urlOf(error),
        headers: {},
        expected: { status: error.status, body: error.example },
      })),
    )
  }

  /** What the service answers without any client; null for what a second request would change. */
  async function plainAnswer(call: Call): Promise<unknown> {
    const isData = call.headers['X-API-Key'] !== undefined
    if (call.method !== 'get' && !isData) return null
    const path = call.template.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(call.path[name])),
    )
    const query = Object.entries(call.query).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, String(one)]),
    )
    const url = `${path}?${new URLSearchParams(query).toString()}`
    const method = call.method === 'get' ? 'GET' : 'POST'
    const json = call.body === null ? {} : { json: call.body }
    return (await ask(api, url, { method, headers: call.headers, ...json })).body
  }

  for (const [language, { generate, ...has }] of Object.entries(generators))
    describeWhere('missing' in has ? has.missing : null, language, () => {
      let program: ClientProgram

      beforeAll(async () => {
        const own = join(folder, language)
        await mkdir(own)
        program = await generate(own, documentPath, 'installedPath' in has ? has.installedPath : '')
      })

      const note = (operationId: string, text: string): void => {
        table.set(operationId, [...(table.get(operationId) ?? []), `${language}: ${text}`])
      }

      it('calls every operation, and loses nothing of the answers', async () => {
        const calls = await serviceCalls()
        const answers = await program(calls)
        expect(answers).toHaveLength(calls.length)
        for (const [i, call] of calls.entries()) {
          const { status, body } = answers[i] ?? { status: 0, body: null }
          expect([call.name, status, body]).toEqual([call.name, expectedStatus(call), body])
          const plain = await plainAnswer(call)
          if (plain !== null)
            expect([call.name, withoutNulls(body)]).toEqual([call.name, withoutNulls(plain)])
          else if (status !== 204) expect(Object.keys(body as object)).not.toEqual([])
        }
        for (const { operation } of jsonOperations()) note(operation.operationId, 'called')
      })

      it('reads every documented error', async () => {
        const calls = errorCalls()
        const answers = await program(calls.map(({ expected: _expected, ...call }) => call))
        expect(calls.length).toBeGreaterThan(100)
        expect(answers.map((answer, i) => [calls[i]?.name, answer])).toEqual(
          calls.map(({ name, expected }) => [name, expected]),
        )
        for (const { operation } of jsonOperations())
          note(operation.operationId, `${documentedErrorsOf(operation).length} errors`)
      })
    })

  function expectedStatus({ template, method }: Call): number {
    const { responses } = document.paths[template]?.[method] ?? { responses: {} }
    return Number(Object.keys(responses)[0])
  }
})

/** Clients may write an absent optional field as null, or leave out a null. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, inner]) => inner !== null)
      .map(([name, inner]) => [name, withoutNulls(inner)]),
  )
}
