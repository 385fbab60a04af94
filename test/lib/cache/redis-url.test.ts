import { describe, expect, it } from '@jest/globals'
import { openRedisCache } from '../../../services/lib/cache/redis.ts'
import { parseRedisUrl } from '../../../services/lib/cache/redis-url.ts'

const plain = {
  host: 'redis',
  port: 6379,
  isEncrypted: false,
  username: null,
  password: null,
  database: 0,
}

describe('the URL of Redis', () => {
  it.each([
    ['redis://redis', plain],
    ['redis://redis/', plain],
    ['redis://redis:6380/12', { ...plain, port: 6380, database: 12 }],
    ['rediss://redis', { ...plain, isEncrypted: true }],
    ['redis://my_redis-0.svc.cluster.local', { ...plain, host: 'my_redis-0.svc.cluster.local' }],
    ['redis://[::1]:7000', { ...plain, host: '::1', port: 7000 }],
    ['redis://:secret@redis', { ...plain, password: 'secret' }],
    ['redis://user:secret@redis', { ...plain, username: 'user', password: 'secret' }],
    [
      'redis://us%40er:p%3A%2F%25%20%C3%A9@redis',
      { ...plain, username: 'us@er', password: 'p:/% é' },
    ],
  ])('%s', (url, address) => {
    expect(parseRedisUrl(url)).toEqual(address)
  })

  it.each([
    ['', /redis\[s\]:\/\//],
    ['redis', /redis\[s\]:\/\//],
    ['redis://', /redis\[s\]:\/\//],
    ['redis:6379', /redis\[s\]:\/\//],
    ['http://user:secret@redis', /redis\[s\]:\/\//],
    ['redis://:secret@', /redis\[s\]:\/\//],
    ['redis://:secret@redis:port', /redis\[s\]:\/\//],
    ['redis://:secret@redis:70000', /redis\[s\]:\/\//],
    ['redis://:secret@redis/name', /number of a database/],
    ['redis://:secret@redis/-1', /number of a database/],
    ['redis://:secret@redis/1/2', /number of a database/],
    ['redis://:sec%ret@redis', /%25/],
    ['redis://redis?password=secret', /no parameters/],
    ['redis://redis#secret', /no parameters/],
  ])('%s is refused, and not repeated', async (url, message) => {
    const observer = { onLost: () => undefined, onRecovered: () => undefined }
    const opening = openRedisCache({ url, keyPrefix: '', commandTimeoutMs: 1_000, observer })
    await expect(opening).rejects.toThrow(message)
    const error = await opening.catch((reason: unknown) => reason)
    expect(`${String(error)} ${JSON.stringify(error)} ${(error as Error).stack}`).not.toMatch(
      /sec%?ret/,
    )
  })
})
