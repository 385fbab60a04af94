// Which calls are tried again when the store is away, and what their failures become.
import { describe, expect, it } from '@jest/globals'
import { createClient, type ClickHouseClient } from '@clickhouse/client'
import type { Connector } from '../../../services/platform/store/connector.ts'
import { toStoreFailure } from '../../../services/platform/store/failures.ts'
import { createPatience } from '../../../services/platform/store/patience.ts'
import { StoreError, StoreUnavailable } from '../../../services/platform/store/port.ts'

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
    expect(await createPatience(connector).repeatable(work.work)).toBe('done')
    expect(work.calls).toBe(3)
  })

  it.each(['60', '159', '241'])('is not when the engine has answered with %s', async (code) => {
    const work = failing(answered(code))
    await expect(createPatience(connector).repeatable(work.work)).rejects.toThrow('no such thing')
    expect(work.calls).toBe(1)
  })

  it('stops at once when the store is closed', async () => {
    const patience = createPatience(connector)
    const work = failing(...Array.from({ length: 100 }, connectionLost))
    const asked = patience.repeatable(work.work)
    asked.catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 10))
    patience.giveUp()
    await expect(asked).rejects.toThrow('the store is closed')
    expect(work.calls).toBe(1)
  })
})

describe('work done once', () => {
  it('is never tried again: it may have happened', async () => {
    const work = failing(connectionLost())
    await expect(createPatience(connector).once(work.work)).rejects.toBeInstanceOf(StoreUnavailable)
    expect(work.calls).toBe(1)
  })

  it('waits for a store that is away', async () => {
    let up: (client: ClickHouseClient) => void = () => undefined
    const away = new Promise<ClickHouseClient>((resolve) => (up = resolve))
    const work = failing()
    const asked = createPatience({ ...connector, client: () => away }).once(work.work)
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
