// What /metrics says about the requests of a class.
import { expect, it } from '@jest/globals'
import { pino } from 'pino'
import { createMetrics } from '../../../services/lib/telemetry/metrics.ts'
import { createPollerObserver } from '../../../services/lib/telemetry/observers.ts'

it('reports per class what is reserved, wanted, waits, was sent and refused, and how old the data is', async () => {
  const metrics = createMetrics()
  const observer = createPollerObserver(metrics, pino({ level: 'silent' }), () => undefined)
  const labels = { platform: 'platform_b', class: 'books', route: '/books' }
  observer.count('requests', { ...labels, outcome: 'ok' }, 3)
  observer.count('requests', { ...labels, outcome: '429' })
  for (const by of [1, 1, -1]) observer.reportWaitingRequests('platform_b', 'books', by)
  observer.reportReservedRate('platform_b', 'reads', 'books', 2.5)
  observer.reportFreshness('platform_b', 'books', 1_700_000_000_500)
  const text = await metrics.registry.metrics()
  const lines = text.split('\n').filter((line) => line.includes('class="books"'))
  expect(lines).toEqual([
    'oddslog_poller_requests_total{platform="platform_b",class="books",route="/books",outcome="ok"} 3',
    'oddslog_poller_requests_total{platform="platform_b",class="books",route="/books",outcome="429"} 1',
    'oddslog_poller_requests_wanted_total{platform="platform_b",class="books"} 2',
    'oddslog_poller_requests_waiting{platform="platform_b",class="books"} 1',
    'oddslog_poller_requests_reserved_per_second{platform="platform_b",limit="reads",class="books"} 2.5',
    'oddslog_poller_fresh_as_of_seconds{platform="platform_b",class="books"} 1700000000.5',
  ])
})

it('reports how old the tape is in both metrics, the results of books, and the clock of a platform', async () => {
  const metrics = createMetrics()
  const observer = createPollerObserver(metrics, pino({ level: 'silent' }), () => undefined)
  observer.reportTapeWatermark({ platform: 'platform_a', completeUntilMs: 1_700_000_000_000 })
  observer.count('books', { platform: 'platform_a', result: 'deferred' }, 2)
  observer.reportClockDifference('platform_a', -3_599_000)
  const lines = (await metrics.registry.metrics()).split('\n')
  expect(lines).toEqual(
    expect.arrayContaining([
      'oddslog_tape_complete_until_seconds{platform="platform_a"} 1700000000',
      'oddslog_poller_fresh_as_of_seconds{platform="platform_a",class="tape"} 1700000000',
      'oddslog_poller_books_total{platform="platform_a",result="deferred"} 2',
      'oddslog_platform_clock_difference_seconds{platform="platform_a"} -3599',
    ]),
  )
})
