// What the poller states about streamed books, from the log to the memory of the api.
import { expect, it } from '@jest/globals'
import { createBookStates } from '../../services/api/history/book-states.ts'
import { createMemoryLog, jsonCodec } from '../poller/support/memory-log.ts'

const id = 'pa_1'

it('the newest statement about a market is known, also to a process that starts later', async () => {
  let nowMs = 1_000_000
  const log = createMemoryLog(() => nowMs)
  const writer = await log.openWriter('poller')
  const state = async (name: string): Promise<void> => {
    const value = { market_id: id, platform: 'platform_a', state: name, stated_at_ms: nowMs }
    const topic = 'pm.book-states'
    await writer.append([{ topic, key: id, value: Buffer.from(JSON.stringify(value)) }])
  }
  const open = async () => {
    const states = createBookStates({ log, codec: jsonCodec, topicPrefix: 'pm.', now: () => nowMs })
    await log.follow(
      { topic: 'pm.book-states', from: await states.startPositions(), onFatal: () => undefined },
      async (batch) => batch.forEach(states.apply),
    )
    return states
  }
  const states = await open()
  expect(states.of(id)).toBeNull()
  await state('rebuilding')
  nowMs += 80_000
  await state('current')
  nowMs += 20_000
  expect((await open()).of(id)).toMatchObject({ state: 'current' })
  expect(states.of(id)).toMatchObject({ state: 'current', stated_at_ms: 1_080_000 })
  nowMs += 90_000
  expect((await open()).of(id)).toBeNull()
})
