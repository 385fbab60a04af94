// The connections of kafkajs set no timers while no request waits.
import { createRequire } from 'node:module'
import { expect, it } from '@jest/globals'
import { loadKafkajsInternals } from '../../../services/lib/log/kafka/kafkajs-internals.ts'

interface Queue {
  pending: object[]
  throttledUntil: number
  throttleCheckTimeoutId: NodeJS.Timeout | null
  checkPendingRequests(): void
}

it('sets a timer only for requests that wait', () => {
  loadKafkajsInternals()
  loadKafkajsInternals()
  const require = createRequire(import.meta.url)
  const RequestQueue = require('kafkajs/src/network/requestQueue') as new (options: object) => Queue
  const queue = new RequestQueue({
    maxInFlightRequests: 1,
    requestTimeout: 1_000,
    enforceRequestTimeout: false,
    clientId: 'test',
    broker: 'test',
    logger: { namespace: () => ({ debug: () => undefined }) },
    isConnected: () => true,
  })
  queue.checkPendingRequests()
  expect(queue.throttleCheckTimeoutId).toBeNull()
  queue.pending.push({})
  queue.throttledUntil = Date.now() + 60_000
  queue.checkPendingRequests()
  expect(queue.throttleCheckTimeoutId).not.toBeNull()
  clearTimeout(queue.throttleCheckTimeoutId ?? undefined)
})
