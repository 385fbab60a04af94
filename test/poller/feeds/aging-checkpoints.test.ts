// Retired markets and events that the platform still lists: their checkpoints are written again before they would
// be forgotten. What is seen after it was forgotten is published as if it were new.
import { expect, it } from '@jest/globals'
import { createPlatformStates, type EventState } from '../../../services/poller/checkpoints.ts'
import { createExpiringMap } from '../../../services/poller/expiring-map.ts'
import { marketDigest } from '../../../services/poller/feeds/market-digest.ts'
import { createSnapshotPublisher } from '../../../services/poller/feeds/snapshot-publisher.ts'
import { shortDigest } from '../../../services/platforms/content.ts'
import type { SnapshotGroup, Source } from '../../../services/platforms/source.ts'
import { aMarketState } from '../support/market-state.ts'
import { createRecordingPublisher } from '../support/recording-publisher.ts'
import { createDeps, never, nowMs } from '../support/source.ts'

const day = 86_400_000
const id = 'pa_0x1'
const market = {
  id,
  nativeId: '0x1',
  body: '{}',
  content: shortDigest('{}'),
  figures: '',
  facts: { ...aMarketState, phase: 'final', hasBook: false, changedMs: null },
} as const
const event = { id: 'pa_e1', nativeId: 'e1', body: '{}', content: 'c', marketFields: 'f' }
const group: SnapshotGroup = { event, markets: [market], url: 'u', receivedAtMs: nowMs }

async function publishedAfter(days: number): Promise<readonly string[]> {
  const { published, publisher } = createRecordingPublisher()
  const events = createExpiringMap<EventState>(30 * day)
  const memory = { ...createPlatformStates(30 * day), events }
  const setMs = nowMs - days * day
  const { tokens, outcomes } = aMarketState
  const digest = marketDigest(market, event)
  memory.retired.set(
    id,
    { isRetired: true, digest, tokens, outcomes, historyFromMs: 5, historyUntilMs: 9 },
    setMs,
  )
  memory.events.set(event.id, { digest: event.content }, setMs)
  for (const states of [memory.retired, events]) states.expire(nowMs)
  const source = { platform: 'platform_a' } as Source
  const snapshots = createSnapshotPublisher({
    ...createDeps(),
    source,
    memory,
    publisher,
    signal: never,
  })
  await snapshots.publish([group])
  expect(memory.events.isHalfExpired(event.id, nowMs)).toBe(false)
  const kept = published.find(({ key }) => key === `platform_a/market/${id}`)
  if (kept) expect(JSON.stringify(kept.value).includes('isRetired')).toBe(days < 30)
  return published.map(({ topic, key }) => `${topic} ${key}`).sort()
}

const checkpoints = [
  `poll-checkpoints platform_a/event/${event.id}`,
  `poll-checkpoints platform_a/market/${id}`,
]

it.each([
  ['nothing while they are young', 10, []],
  ['their checkpoints when half of the time is over', 20, checkpoints],
  [
    'both again after they were forgotten',
    40,
    [...checkpoints, 'raw.markets event/pa_e1', `raw.markets ${id}`],
  ],
])('publishes %s', async (_what, days, expected) => {
  expect(await publishedAfter(days)).toEqual(expected)
})
