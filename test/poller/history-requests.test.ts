// Which records of `history-requests` become requests of a platform, and what is said about the others.
import { expect, it } from '@jest/globals'
import type { HistoryRequest } from '../../schemas/generated/events.ts'
import { CodecError, type Codec } from '../../services/lib/codec/port.ts'
import { followHistoryRequests } from '../../services/poller/history-requests.ts'
import { silentObserver } from '../../services/poller/observer.ts'
import { marketTaskOf } from '../../services/poller/tasks.ts'
import { until } from '../support/waiting.ts'
import { createMemoryLog, jsonCodec } from './support/memory-log.ts'

const nowMs = Date.UTC(2026, 10, 20, 12)
const codec: Codec = {
  ...jsonCodec,
  decode(topic, bytes) {
    if (bytes.length === 0) throw new CodecError('the record is empty')
    return jsonCodec.decode(topic, bytes)
  },
}

it('skips records that are invalid or of no registered platform, with a warning each', async () => {
  const log = createMemoryLog(() => nowMs)
  const logged: unknown[] = []
  const requests = followHistoryRequests({
    log,
    codec,
    topicPrefix: 'pm.',
    after: Promise.resolve(),
    now: () => nowMs,
    observer: {
      ...silentObserver,
      log: (level, message, fields) => void logged.push([level, message, fields]),
    },
  })
  const writer = await log.openWriter('api-histories')
  const append = (key: string, value: Buffer) =>
    writer.append([{ topic: 'pm.history-requests', key, value }])
  const request = (id: string) => {
    const value: HistoryRequest = { market_id: id, requested_at_ms: nowMs, account_id: 'one' }
    return append(id, jsonCodec.encode('history-requests', value))
  }

  await request('pz_1')
  await append('pa_2', Buffer.alloc(0))
  await request('no id')
  await request('pa_1')

  const requested = requests.of('platform_a', marketTaskOf('pa_1'))
  await until(() => requested.has('pa_1'))
  expect([...requested.ids()]).toEqual(['pa_1'])
  await until(() => logged.length >= 3)
  const unknown = 'no platform has the market of a record of history-requests'
  expect(logged).toHaveLength(3)
  expect(logged).toEqual(
    expect.arrayContaining([
      ['warn', unknown, { market: 'pz_1' }],
      ['warn', unknown, { market: 'no id' }],
      ['warn', 'a record of history-requests is invalid', {}],
    ]),
  )
  await requests.stop()
})
