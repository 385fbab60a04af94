// A process beside the test: opens the Redis cache at its first argument, takes three of one key in a
// window of two, tells how it went, closes, and must then end by itself.
import { openRedisCache } from '../../../services/platform/cache/redis.ts'

const told: string[] = []
const cache = await openRedisCache({
  url: process.argv[2] ?? '',
  keyPrefix: 'test:',
  answerWithinMs: 1_000,
  observer: { onLost: (reason) => void told.push(reason), onBack: () => void told.push('back') },
})
const window = cache.window({ name: 'child', limit: 2, windowMs: 60_000 })
const allowed: boolean[] = []
for (let i = 0; i < 3; i += 1) allowed.push((await window.take('k')).isAllowed)
await cache.close()
process.stdout.write(JSON.stringify({ told, allowed }))
