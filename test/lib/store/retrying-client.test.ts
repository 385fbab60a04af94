// Which calls are retried while the store is unavailable, and how their failures are reported.
import { describe, expect, it } from '@jest/globals'
import { createClient, type ClickHouseClient } from '@clickhouse/client'
import type { Connector } from '../../../services/lib/store/connector.ts'
import { toStoreFailure } from '../../../services/lib/store/failures.ts'
import { createRetryingClient } from '../../../services/lib/store/retrying-client.ts'
import { StoreError, StoreUnavailable } from '../../../services/lib/store/port.ts'

/** Never asked for anything: the work under test does not use it. */
const client: ClickHouseClient = createClient()

const connector: Connector = {
  client: () => Promise.resolve(client),
  endpoint: () => null,
  childPid: () => null,
  close: () => Promise.resolve(),
}

function connectionLost(): Error {
  return Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
}

function answered(code: string): Error {
  return Object.assign(new Error('no such thing'), { code, type: 'SOME_TYPE' })
}

/** Fails with these, one after another, then succeeds. */
function failing(...errors: readonly Error[]): { calls: number; work: () => Promise<string> } {
  const state = {
    calls: 0,
    work: (): Promise<string> => {
      const error = errors[state.calls++]
      return error === undefined ? Promise.resolve('done') : Promise.reject(error)
    },
  }
  return state
}

describe('repeatable work', () => {
  it('is tried again when the connection was lost', async () => {
    const work = failing(connectionLost(), connectionLost())
    expect(await createRetryingClient(connector).runIdempotent(work.work)).toBe('done')
    expect(work.calls).toBe(3)
  })

  it.each(['60', '159', '241'])('is not when the engine has answered with %s', async (code) => {
    const work = failing(answered(code))
    await expect(createRetryingClient(connector).runIdempotent(work.work)).rejects.toThrow(
      'no such thing',
    )
    expect(work.calls).toBe(1)
  })

  it('stops at once when the store is closed', async () => {
    const retryingClient = createRetryingClient(connector)
    const work = failing(...Array.from({ length: 100 }, connectionLost))
    const asked = retryingClient.runIdempotent(work.work)
    asked.catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 10))
    retryingClient.stop()
    await expect(asked).rejects.toThrow('the store is closed')
    expect(work.calls).toBe(1)
  })
})

describe('repeatable work with a timeout', () => {
  const hang = (_client: ClickHouseClient, signal?: AbortSignal): Promise<never> =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new Error('aborted')))
    })

  it('is aborted then, and not tried again', async () => {
    let calls = 0
    const asked = createRetryingClient(connector).runIdempotent((one, signal) => {
      calls += 1
      return hang(one, signal)
    }, 50)
    await expect(asked).rejects.toBeInstanceOf(StoreUnavailable)
    await expect(asked).rejects.toThrow('the store did not answer within 50 ms')
    expect(calls).toBe(1)
  })

  it('does not wait longer for a store that is away', async () => {
    const waited: number[] = []
    const away: Connector = {
      ...connector,
      client(withinMs) {
        waited.push(withinMs)
        return Promise.reject(new StoreUnavailable('the store is being restarted'))
      },
    }
    const asked = createRetryingClient(away).runIdempotent(failing().work, 300)
    await expect(asked).rejects.toThrow(StoreUnavailable)
    expect(Math.max(...waited)).toBeLessThanOrEqual(300)
  })

  it('is done like any other before that', async () => {
    const work = failing(connectionLost())
    expect(await createRetryingClient(connector).runIdempotent(work.work, 5_000)).toBe('done')
    expect(work.calls).toBe(2)
  })
})

describe('work done once', () => {
  it('is never tried again: it may have happened', async () => {
    const work = failing(connectionLost())
    await expect(createRetryingClient(connector).runOnce(work.work)).rejects.toBeInstanceOf(
      StoreUnavailable,
    )
    expect(work.calls).toBe(1)
  })

  it('waits for a store that is away', async () => {
    let up: (client: ClickHouseClient) => void = () => undefined
    const away = new Promise<ClickHouseClient>((resolve) => (up = resolve))
    const work = failing()
    const asked = createRetryingClient({ ...connector, client: () => away }).runOnce(work.work)
    expect(work.calls).toBe(0)
    up(client)
    expect(await asked).toBe('done')
  })
})

describe('toStoreFailure', () => {
  it.each(['36', '47', '60', '62', '164', '395', '516'])('%s: the statement is wrong', (code) => {
    const failure = toStoreFailure(answered(code))
    expect(failure).toBeInstanceOf(StoreError)
    expect(failure).toMatchObject({ code, retriable: false, message: 'no such thing (SOME_TYPE)' })
  })

  it.each(['159', '202', '210', '241', '243', '252', '394', '999'])(
    '%s: it may work later',
    (code) => {
      expect(toStoreFailure(answered(code))).toBeInstanceOf(StoreUnavailable)
    },
  )

  it.each([connectionLost(), new Error('Timeout error.'), 'text'])(
    '%s: it may work later',
    (cause) => {
      const failure = toStoreFailure(cause)
      expect(failure).toBeInstanceOf(StoreUnavailable)
      expect(failure.cause).toBe(cause)
    },
  )
})
