// A child process: opens the Redis cache at its first argument, takes three of one key in a window of two,
// prints the results, closes the cache, and must then exit.
import { openRedisCache } from '../../../services/lib/cache/redis.ts'

const reported: string[] = []
const cache = await openRedisCache({
  url: process.argv[2] ?? '',
  keyPrefix: 'test:',
  commandTimeoutMs: 1_000,
  observer: {
    onLost: (reason) => void reported.push(reason),
    onRecovered: () => void reported.push('back'),
  },
})
const window = cache.window({ name: 'child', limit: 2, windowMs: 60_000 })
const allowed: boolean[] = []
for (let i = 0; i < 3; i += 1) allowed.push((await window.take('k')).isAllowed)
await cache.close()
process.stdout.write(JSON.stringify({ reported, allowed }))
