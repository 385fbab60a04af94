// The error examples of /openapi.json are what the api returns.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import type { ErrorBody } from '../../schemas/generated/api.ts'
import { createApiKey } from '../../services/api/accounts/api-key.ts'
import { StoreUnavailable, type Store } from '../../services/lib/store/port.ts'
import { ask, newDeveloper, type ReceivedResponse, type TestDeveloper } from './api-requests.ts'
import {
  documentedErrorsOf,
  operationsOf,
  toCall,
  type DocumentedError,
  type DocumentedOperation,
  type OpenApi,
} from './clients/planned-calls.ts'
import { addSampleData, samples } from './clients/sample-data.ts'
import { openWebhooks, type OpenWebhooks } from './webhooks/open-webhooks.ts'
import { nowMs, runApi, type Answered, type RunningApi } from './running-api.ts'
import { openMigratedStore } from '../support/migrated-store.ts'

type Detail = ErrorBody['detail'][number]

let store: Store
let api: RunningApi
/** Allows one request. */
let limited: RunningApi
/** What the store of `broken` rejects every read with. */
let failure: Error | null = null
let broken: RunningApi
let document: OpenApi
let developer: TestDeveloper
let limitedDeveloper: TestDeveloper
let webhooks: OpenWebhooks
let webhookId: string

beforeAll(async () => {
  store = await openMigratedStore()
  await addSampleData(store)
  webhooks = await openWebhooks(() => nowMs)
  const withWebhooks = { webhooks: webhooks.webhooks, log: webhooks.on.log }
  api = await runApi(store, withWebhooks)
  const once = [{ limit: 1, windowMs: 3_600_000 }]
  limited = await runApi(store, { ...withWebhooks, rates: { requests: once, auth: once } })
  broken = await runApi({
    ...store,
    query: (...read) => (failure ? Promise.reject(failure) : store.query(...read)),
    bytes: (...read) => (failure ? Promise.reject(failure) : store.bytes(...read)),
    stream: (...read) => (failure ? Promise.reject(failure) : store.stream(...read)),
  })
  document = (await api.get('/openapi.json')).body as OpenApi
  developer = await newDeveloper(api)
  webhookId = await webhooks.create(developer.id)
  limitedDeveloper = await newDeveloper(limited)
})
afterAll(async () => {
  for (const running of [api, limited, broken]) await running?.close()
  await store?.close()
  await webhooks?.close()
})

const unknownOf: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  market_not_found: { market_id: 'pa_unknown' },
  event_not_found: { slug: 'unknown' },
  export_not_found: { kind: 'unknown' },
  price_not_found: { at_time: 1 },
  match_not_found: { other_market_id: 'pb_RAIN' },
  orderbook_not_found: { market_id: 'pa_1' },
  key_not_found: { key_id: 'unknown' },
  webhook_not_found: { webhook_id: 'unknown' },
}

/** Which rows an export has, in a request that causes the error. */
function selectorOf({ loc, type }: Detail): Readonly<Record<string, string>> {
  const [, name = ''] = loc
  return type.endsWith('_not_found') && name !== 'kind'
    ? { [name]: 'pa_0' }
    : { date: '2026-11-18' }
}

/** Only a market that is looked up needs the store. */
const marketOf =
  (parameter: string, others: Readonly<Record<string, string>> = {}): typeof selectorOf =>
  ({ loc: [, name] }) => ({
    ...others,
    ...(name === 'event_slug' ? { event_slug: 'unknown' } : { [parameter]: 'pa_0' }),
  })

const selectorsOf: Readonly<Record<string, typeof selectorOf>> = {
  exportRows: selectorOf,
  describeExport: selectorOf,
  listTrades: marketOf('market_id'),
  openStream: marketOf('market_ids', { channels: 'trades' }),
}

/** A value that the parameter cannot have; null if it is to be left out. */
function invalidValue({ operation }: DocumentedOperation, { loc, type }: Detail): unknown {
  if (type === 'missing') return null
  const [, name] = loc
  const parameter = operation.parameters.find((one) => one.name === name)
  const { maximum } = (parameter?.schema ?? {}) as { maximum?: number }
  return name === 'address' ? '0x12' : maximum === undefined ? 'other' : maximum + 1
}

/** Sends what causes the error. Returns null if the cause is inside the api, or takes many requests. */
async function cause(
  documented: DocumentedOperation,
  { status, example }: DocumentedError,
): Promise<Answered | null> {
  const { operation, method, template } = documented
  const { detail } = example as ErrorBody
  const type = detail[0]?.type ?? ''
  const invalid = Object.fromEntries(
    status === 422 ? detail.map((one) => [one.loc[1], invalidValue(documented, one)]) : [],
  )
  const call = toCall(
    document,
    documented,
    { ...samples, key_id: developer.keyId, webhook_id: webhookId, ...unknownOf[type], ...invalid },
    type === 'price_not_found',
  )
  const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(call.path[name]))
  const selector = detail[0] ? (selectorsOf[operation.operationId]?.(detail[0]) ?? {}) : {}
  const query = Object.entries({ ...call.query, ...selector, ...invalid })
    .filter(([name, value]) => value !== null && name !== 'address')
    .map(([name, value]): [string, string] => [name, String(value)])
  const url = `${path}?${new URLSearchParams(query).toString()}`
  const isByKey = operation.security === undefined
  const headers = isByKey ? { 'X-API-Key': api.apiKey } : developer.bearer
  const send = (to: RunningApi, more: ReceivedResponse = {}): Promise<Answered> =>
    ask(to, url, {
      method: method.toUpperCase() as 'GET',
      headers,
      ...(call.body === null ? {} : { json: call.body }),
      ...more,
    })
  switch (type) {
    case 'missing_api_key':
    case 'missing_token':
      return send(api, { headers: {} })
    case 'invalid_api_key':
      return send(api, { headers: { 'X-API-Key': createApiKey() } })
    case 'invalid_token':
      return send(api, { headers: { Authorization: 'Bearer x' } })
    case 'email_taken':
      return send(api, { json: { email: developer.email, password: 'another password' } })
    case 'method_not_allowed':
      return ask(api, url, { method: 'PUT' as 'POST', headers })
    case 'body_too_large':
      return send(api, { json: { label: 'x'.repeat(2_000_000) } })
    case 'unsupported_media_type':
      return send(api, { json: undefined, body: 'label=x' })
    case 'internal_error':
    case 'store_unavailable': {
      if (!isByKey) return null
      failure = type === 'internal_error' ? new Error('a fault') : new StoreUnavailable('away')
      const answer = await send(broken, { headers: { 'X-API-Key': broken.apiKey } })
      failure = null
      return answer
    }
    case 'rate_limited': {
      if (detail[0]?.loc[1] === 'email') return null
      const own = isByKey ? { 'X-API-Key': limited.apiKey } : limitedDeveloper.bearer
      await send(limited, { headers: own })
      return send(limited, { headers: own })
    }
    case 'accounts_unavailable':
    case 'too_busy':
    case 'too_many_keys':
    case 'too_many_webhooks':
      return null
    default:
      if (status !== 422 || call.body === null) return send(api)
      return send(api, { json: operation.operationId === 'replayWebhook' ? null : {} })
  }
}

/** Times differ from request to request. */
const withoutNumbers = (detail: readonly Detail[]): readonly Detail[] =>
  detail.map((one) => ({ ...one, msg: one.msg.replaceAll(/\d{9,}|\d+(?= s)/g, '<n>') }))

describe('each error example', () => {
  it('is what the api returns', async () => {
    const caused = new Set<string>()
    for (const documented of operationsOf(document))
      for (const error of documentedErrorsOf(documented.operation)) {
        if (error.example === null) continue
        const answer = await cause(documented, error)
        if (answer === null) continue
        const { operationId } = documented.operation
        const { detail } = error.example as ErrorBody
        caused.add(detail[0]?.type ?? '')
        expect({
          operationId,
          status: answer.status,
          detail: withoutNumbers((answer.body as ErrorBody).detail),
        }).toEqual({ operationId, status: error.status, detail: withoutNumbers(detail) })
      }
    expect([...caused].toSorted()).toEqual([
      'body_too_large',
      'email_taken',
      'enum',
      'event_not_found',
      'export_not_found',
      'internal_error',
      'invalid_api_key',
      'invalid_credentials',
      'invalid_token',
      'key_not_found',
      'less_than_equal',
      'market_not_found',
      'match_not_found',
      'method_not_allowed',
      'missing',
      'missing_api_key',
      'missing_token',
      'model_attributes_type',
      'orderbook_not_found',
      'price_not_found',
      'rate_limited',
      'store_unavailable',
      'unsupported_media_type',
      'value_error',
      'webhook_not_found',
    ])
  })
})
