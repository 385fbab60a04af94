// From the simulated platforms to the unified model: a poller that comes back a day after markets ended
// learns of every one of them that nothing was traded in it for a day.
import { afterEach, describe, expect, it } from '@jest/globals'
import type { Market } from '../../schemas/generated/events.ts'
import { normalize } from '../../services/normalizer/normalizer.ts'
import { createPoller, type Poller } from '../../services/poller/poller.ts'
import { createSimulator } from '../../simulator/simulator.ts'
import { createFastClock } from './support/clock.ts'
import { createMemoryLog, jsonCodec } from './support/memory-log.ts'
import { hungAfterMs } from '../support/waiting.ts'

const startMs = Date.UTC(2026, 10, 20, 15)
const hour = 3_600_000

describe('markets that ended on the simulator', () => {
  let poller: Poller | null = null
  let server: { close(): Promise<void> } | null = null
  afterEach(async () => {
    await poller?.stop()
    await server?.close()
  })

  it('have no volume of the last day a day later, on both platforms', async () => {
    let clock = createFastClock(startMs, 20)
    const now = (): number => clock.now()
    const simulator = createSimulator({ seed: 'ended-1', now, size: 0.3 })
    const served = await simulator.listen({ port: 0, host: '127.0.0.1' })
    server = served
    const log = createMemoryLog(now)
    const fatal: Error[] = []
    const never = AbortSignal.timeout(hungAfterMs)

    /** Runs from an instant on until that is true, and stops. */
    async function poll(fromMs: number, until: () => boolean): Promise<void> {
      clock = createFastClock(fromMs, 20)
      poller = createPoller({
        platforms: {
          platform_a: {
            gammaUrl: `${served.url}/gamma`,
            clobUrl: `${served.url}/clob`,
            dataUrl: `${served.url}/data`,
          },
          platform_b: { url: `${served.url}/trade-api/v2` },
        },
        log,
        codec: jsonCodec,
        topicPrefix: 'pm.',
        now,
        sleep: (ms, signal) => clock.sleep(ms, signal),
        onFatal: (error) => fatal.push(error),
      })
      poller.start()
      while (!until()) await clock.sleep(2_000, never)
      await poller.stop()
    }

    /** The newest of each market in the unified model. */
    function markets(): ReadonlyMap<string, Market> {
      const newest = new Map<string, Market>()
      for (const record of log.values('raw.markets')) {
        const outcome = normalize({ ...record, topic: 'raw.markets' })
        for (const { topic, value } of 'emit' in outcome ? outcome.emit : [])
          if (topic === 'markets') newest.set(value.id, value)
      }
      return newest
    }
    const checkpoints = (): readonly { key: string; state: string }[] =>
      log.values('poll-checkpoints').map(({ value }) => value)
    const pastLists = (): readonly string[] =>
      checkpoints().flatMap(({ key, state }) =>
        key.includes('/list/') && state.includes('"isDone":true') ? [key] : [],
      )
    const retiredIds = (): readonly string[] =>
      checkpoints().flatMap(({ key, state }) =>
        state.includes('"isRetired":true') ? [key.slice(key.lastIndexOf('/') + 1)] : [],
      )
    const isPastWalked = (): boolean => pastLists().length === 4
    const withVolume = (): string[] =>
      [...markets().values()]
        .filter(({ volume_24h: volume }) => Number(volume) > 0)
        .map(({ id }) => id)
    const recordsOf = (ids: readonly string[]): number =>
      log.values('raw.markets').filter(({ key }) => ids.includes(key ?? '')).length

    await poll(startMs, isPastWalked)
    const ended = [...markets().values()].filter(({ status }) => status !== 'open')
    const traded = new Set(withVolume())
    const hadVolume = ended.flatMap(({ id }) => (traded.has(id) ? [id] : []))
    for (const prefix of ['pa_', 'pb_'])
      expect(hadVolume.filter((id) => id.startsWith(prefix)).length).toBeGreaterThan(5)
    const endedIds = ended.map(({ id }) => id)
    const longOver = ended
      .filter(({ close_time: closeS }) => closeS !== null && closeS * 1000 < startMs - 26 * hour)
      .map(({ id }) => id)
    expect(longOver.length).toBeGreaterThan(5)
    expect(longOver.filter((id) => hadVolume.includes(id))).toEqual([])
    const ofLongOver = recordsOf(longOver)

    await poll(startMs + 30 * hour, () => {
      const left = new Set(withVolume())
      return !hadVolume.some((id) => left.has(id))
    })
    expect(recordsOf(longOver)).toBe(ofLongOver)
    const records = recordsOf(endedIds)
    await poll(
      startMs + 60 * hour,
      () => now() > startMs + 60 * hour + 100_000 && retiredIds().length > 5,
    )
    expect(recordsOf(endedIds)).toBe(records)

    // the lists of past markets contain retired markets, which are not published again
    const retired = retiredIds()
    const writer = await log.openWriter('test')
    await writer.append(
      pastLists().map((key) => ({
        topic: 'pm.poll-checkpoints',
        key,
        value: jsonCodec.encode('poll-checkpoints', {
          key,
          state: '{"cursor":null,"isDone":false}',
        }),
      })),
    )
    const snapshots = recordsOf(retired)
    await poll(startMs + 62 * hour, () => pastLists().length === 8)
    expect(recordsOf(retired)).toBe(snapshots)
    expect(fatal).toEqual([])
  })
})
