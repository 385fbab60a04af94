// History and the past wait while a stage lags; other requests never do.
import { describe, expect, it } from '@jest/globals'
import { LogError, type Lag } from '../../services/lib/log/port.ts'
import { requestClasses } from '../../services/platforms/request-class.ts'
import { createBackPressure } from '../../services/poller/back-pressure.ts'
import { createDeps, never } from './support/source.ts'

/** `lags`: the lag per group and partition at each check; the last one remains. */
function open(lags: readonly Readonly<Record<string, readonly number[]>>[]) {
  const deps = createDeps()
  let checks = 0
  const logged: string[] = []
  const waitUntilSendable = createBackPressure({
    ...deps,
    topicPrefix: 'pm.',
    maxStageLag: 100,
    log: {
      async lag(group, topics): Promise<Lag[]> {
        const lag = lags[Math.min(Math.floor(checks / 2), lags.length - 1)]
        checks += 1
        expect(topics.every((topic) => topic.startsWith('pm.'))).toBe(true)
        if (!lag) throw new LogError('away', { retriable: true })
        const topic = topics[0] ?? ''
        return (lag[group] ?? []).map((behind, partition) => ({
          topic,
          partition,
          position: 0,
          behind,
        }))
      },
    },
    observer: { log: (_level, message) => logged.push(message) },
  })
  return { waitUntilSendable, deps, logged, checks: () => checks }
}

const startMs = createDeps().now()

describe('back-pressure', () => {
  it.each(['pm.normalizer', 'pm.projector'])('pauses while %s lags', async (group) => {
    const world = open([{ [group]: [60, 50] }, { [group]: [60, 41] }, { [group]: [60, 40] }])
    await world.waitUntilSendable('history', never)
    expect(world.deps.now() - startMs).toBe(4_000)
    expect(world.logged).toEqual(['history pauses until the stages catch up', 'history continues'])
  })

  it('concerns only history and the past', async () => {
    const world = open([{ 'pm.projector': [1_000] }])
    for (const one of requestClasses)
      if (one !== 'history' && one !== 'past') await world.waitUntilSendable(one, never)
    expect(world.checks()).toBe(0)
  })

  it('reads the lag once for all requests of two seconds', async () => {
    const world = open([{}])
    await Promise.all(Array.from({ length: 50 }, () => world.waitUntilSendable('past', never)))
    expect(world.checks()).toBe(2)
    await world.deps.sleep(2_000, never)
    await world.waitUntilSendable('history', never)
    expect(world.checks()).toBe(4)
  })

  it('ends with the signal', async () => {
    const { waitUntilSendable } = open([{ 'pm.projector': [1_000] }])
    await expect(waitUntilSendable('past', AbortSignal.abort(new Error('stop')))).rejects.toThrow(
      'stop',
    )
  })

  it('does not stop history when the lag cannot be read', async () => {
    await open([]).waitUntilSendable('history', never)
  })
})
