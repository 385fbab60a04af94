// How the console follows a stream that breaks, with a client whose connections are given.
import { describe, expect, it } from '@jest/globals'
import {
  ApiError,
  ConnectionError,
  StreamError,
  type OpenStreamInput,
  type StreamMessage,
} from '../../clients/typescript/src/client.ts'
import { follow, type Connection } from '../../console/follow.ts'

const heartbeat = (id: string | null): StreamMessage => ({
  type: 'heartbeat',
  id,
  data: { timestamp_ms: 0, watermarks: [] },
})

const refusal = (status: number, type: string): ApiError =>
  new ApiError(status, new Headers(), JSON.stringify({ detail: [{ loc: [], msg: 'No', type }] }))

/** What happens on one connection: its messages, then its end. */
interface Given {
  readonly messages: readonly StreamMessage[]
  readonly end: Error
}

/** Follows until all given connections have ended. Waits take no time. */
async function followAll(given: readonly Given[]) {
  const inputs: OpenStreamInput[] = []
  const states: Connection[] = []
  const ids: (string | null)[] = []
  const waits: number[] = []
  let begins = 0
  let nowMs = 0
  const abort = new AbortController()
  async function* stream(input: OpenStreamInput): AsyncGenerator<StreamMessage, void, undefined> {
    const connection = given[inputs.length]
    inputs.push(input)
    if (!connection) {
      abort.abort()
      return
    }
    yield* connection.messages
    throw connection.end
  }
  await follow({
    client: { stream },
    input: { channels: ['trades'] },
    signal: abort.signal,
    now: () => nowMs,
    wait(ms) {
      waits.push(ms)
      nowMs += ms
      return Promise.resolve()
    },
    onMessage: ({ id }) => ids.push(id),
    onConnection: (state) => states.push(state),
    onBegin: () => (begins += 1),
  })
  return { afters: inputs.map(({ after }) => after), states, ids, waits, begins: () => begins }
}

const broken = new ConnectionError('reset')

describe('a stream that breaks', () => {
  it('goes on after the last message, and says for how long it was away', async () => {
    const { afters, states, ids, begins } = await followAll([
      { messages: [heartbeat('1'), heartbeat('2')], end: broken },
      { messages: [], end: broken },
      { messages: [heartbeat('3')], end: broken },
    ])
    expect(afters).toEqual([undefined, '2', '2', '3'])
    expect(ids).toEqual(['1', '2', '3'])
    expect(begins()).toBe(1)
    expect(states.map(({ kind }) => kind)).toEqual([
      'connecting',
      'live',
      'broken',
      'broken',
      'live',
      'broken',
    ])
    expect(states[4]).toEqual({ kind: 'live', resumedAfterMs: 1_500 })
  })

  it('waits longer each time, up to ten seconds', async () => {
    const { waits } = await followAll(
      Array.from({ length: 7 }, () => ({ messages: [], end: broken })),
    )
    expect(waits.slice(0, 7)).toEqual([500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000])
  })

  it('begins without a cursor after one that cannot be used', async () => {
    const { afters, begins } = await followAll([
      { messages: [heartbeat('1')], end: broken },
      { messages: [], end: refusal(422, 'cursor_expired') },
      { messages: [heartbeat('9')], end: broken },
    ])
    expect(afters).toEqual([undefined, '1', undefined, '9'])
    expect(begins()).toBe(2)
  })
})

describe('a stream that ends for good', () => {
  it.each([
    ['a key that is revoked meanwhile', new StreamError('invalid_api_key', 'revoked'), true],
    ['a key that is not valid', refusal(401, 'invalid_api_key'), true],
    ['a market that does not exist', refusal(404, 'market_not_found'), false],
  ])('is not tried again: %s', async (_name, end, isKeyRejected) => {
    const { afters, states } = await followAll([{ messages: [heartbeat('1')], end }])
    expect(afters).toHaveLength(1)
    expect(states.at(-1)).toMatchObject({ kind: 'ended', isKeyRejected })
  })
})
