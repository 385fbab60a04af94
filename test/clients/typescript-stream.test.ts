// The TypeScript client: how it reads a stream, and goes on after the last message.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import {
  type ApiError,
  ConnectionError,
  createClient,
  StreamError,
  type StreamMessage,
} from '../../clients/typescript/src/client.ts'
import { followStream } from '../../clients/typescript/src/stream.ts'
import { startScriptedService, toErrorBody, type ScriptedService } from './scripted-service.ts'

let service: ScriptedService
beforeAll(async () => {
  service = await startScriptedService()
})
afterAll(() => service.close())

const stream = (retries = 5) =>
  createClient({ url: service.url, apiKey: 'ol_key', retry: { retries } }).stream({
    channels: ['trades', 'quotes'],
  })

async function take(
  messages: AsyncIterable<StreamMessage>,
  count: number,
): Promise<StreamMessage[]> {
  const all: StreamMessage[] = []
  for await (const message of messages) if (all.push(message) === count) break
  return all
}

const event = (id: string, type: string, data: unknown): string =>
  `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`
const ending = (type: string): string =>
  `event: error\ndata: ${JSON.stringify({ type, msg: 'the end' })}\n\n`

describe('a stream', () => {
  it('goes on after the last message when the connection ends', async () => {
    service.play((_, index) => ({
      body:
        index === 0
          ? event('c0', 'heartbeat', {}) + event('c1', 'trades', { id: '1' }) + 'id: c2\nevent: tra'
          : event('c2', 'trades', { id: '2' }),
    }))
    const messages = await take(stream(), 3)
    expect(messages.map(({ type, id, data }) => [type, id, data])).toEqual([
      ['heartbeat', 'c0', {}],
      ['trades', 'c1', { id: '1' }],
      ['trades', 'c2', { id: '2' }],
    ])
    expect(service.requests.map(({ path }) => path)).toEqual([
      '/v1/stream?channels=trades,quotes',
      '/v1/stream?channels=trades,quotes&after=c1',
    ])
    expect(service.requests[0]?.headers['x-api-key']).toBe('ol_key')
  })

  it('keeps every character of a text', async () => {
    const data = { question: 'Ü \u2028 \u0085 \u{1f600} \\ "' }
    service.play(() => ({ body: event('c1', 'markets', data).replaceAll('\n', '\r\n') }))
    expect((await take(stream(), 1))[0]?.data).toEqual(data)
  })

  it.each(['slow_reader', 'server_stopping', 'internal_error'])(
    'goes on after %s',
    async (type) => {
      service.play((_, index) => ({
        body: event(`c${index}`, 'trades', { id: `${index}` }) + ending(type),
      }))
      expect((await take(stream(), 2)).map(({ id }) => id)).toEqual(['c0', 'c1'])
    },
  )

  it('ends with the key', async () => {
    service.play(() => ({ body: event('c0', 'heartbeat', {}) + ending('invalid_api_key') }))
    const error = await take(stream(), 2).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(StreamError)
    expect((error as StreamError).type).toBe('invalid_api_key')
  })

  it('ends if the service does not accept it', async () => {
    service.play(() => ({ status: 422, body: toErrorBody('cursor_expired', ['query', 'after']) }))
    const error = await take(stream(), 1).catch((reason: unknown) => reason)
    expect((error as ApiError).hasType('cursor_expired')).toBe(true)
  })

  it('ends if no connection has a message', async () => {
    service.play(() => ({ body: '' }))
    await expect(take(stream(1), 1)).rejects.toBeInstanceOf(ConnectionError)
    expect(service.requests).toHaveLength(2)
  })

  it('counts a silent connection as broken', async () => {
    const silent = {
      data: new ReadableStream<Uint8Array>(),
      completeness: null,
      requestId: '',
      headers: new Headers(),
    }
    const policy = { retries: 0, maxWaitMs: 0 }
    const input = { channels: ['trades' as const] }
    const messages = followStream(() => Promise.resolve(silent), policy, input, {}, 10)
    await expect(take(messages, 1)).rejects.toBeInstanceOf(ConnectionError)
  })

  it('ends when the caller ends it', async () => {
    service.play(() => 'hang')
    const client = createClient({ url: service.url })
    const messages = client.stream({ channels: ['trades'] }, { signal: AbortSignal.timeout(50) })
    await expect(take(messages, 1)).rejects.toThrow('timeout')
  })
})
