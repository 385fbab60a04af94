import { generateKeyPairSync } from 'node:crypto'
import { afterEach, describe, expect, it } from '@jest/globals'
import { saturdayMs, serve, type Served } from './client.ts'

const { publicKey } = generateKeyPairSync('ed25519')
let served: Served
afterEach(() => served.close())

describe('a simulator that requires signatures', () => {
  it.each([
    ['no signature', {}, 'NOT_FOUND'],
    ['another key', { key: 'other', timestamp: String(saturdayMs) }, 'NOT_FOUND'],
    ['no time', { key: 'id' }, 'INVALID_TIMESTAMP'],
    ['an old time', { key: 'id', timestamp: String(saturdayMs - 6_000) }, 'TIMESTAMP_EXPIRED'],
    [
      'a wrong signature',
      { key: 'id', timestamp: String(saturdayMs), signature: 'AAAA' },
      'INCORRECT_API_KEY_SIGNATURE',
    ],
  ])('rejects a request with %s', async (_, values, details) => {
    served = await serve({ requiredKey: { id: 'id', publicKey } })
    const headers = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [`KALSHI-ACCESS-${name}`, value]),
    )
    const response = await fetch(`${served.url}/trade-api/v2/markets?limit=1`, { headers })
    expect(response.status).toBe(401)
    expect(await response.json()).toMatchObject({ error: { details } })
  })

  it('requires none of the other platform', async () => {
    served = await serve({ requiredKey: { id: 'id', publicKey } })
    expect((await served.get('/gamma/markets?limit=1')).status).toBe(200)
  })
})
