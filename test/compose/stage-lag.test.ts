// The readiness of the stages that read the log as a consumer group.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import {
  addStageLagChecks,
  createStageLagCheck,
  maxUnreadAgeMs,
} from '../../services/compose/stage-lag.ts'
import { partitionKey, type LogRecord } from '../../services/lib/log/port.ts'
import { roles, type Role } from '../../services/topology.ts'
import { openOpsLog, topicPrefix, type OpsLog } from '../ops/ops-log.ts'
import { aTrade } from '../projector/records.ts'

const startMs = Date.parse('2026-11-20T12:00:00Z')
const measureAgainMs = 5_000

/** A log in memory, whose groups are at the beginning, with a clock. */
function fakeLog() {
  const appendedMs = new Map<string, number[]>()
  const fake = {
    nowMs: startMs,
    lagRequests: 0,
    failure: null as Error | null,
    append(topic: string, partition: number) {
      const key = partitionKey({ topic: topicPrefix + topic, partition })
      appendedMs.set(key, [...(appendedMs.get(key) ?? []), fake.nowMs])
    },
    /** The group reads everything. */
    readAll: () => appendedMs.clear(),
    options: {
      topicPrefix,
      now: () => fake.nowMs,
      steadyNow: () => fake.nowMs - startMs,
      log: {
        async lag(_group: string, topics: readonly string[]) {
          fake.lagRequests += 1
          if (fake.failure) throw fake.failure
          return topics.flatMap((topic) =>
            [0, 1].map((partition) => {
              const behind = appendedMs.get(partitionKey({ topic, partition }))?.length ?? 0
              return { topic, partition, position: 0, behind }
            }),
          )
        },
        async *read({ topic, partition }: { topic: string; partition: number }) {
          const [timestampMs = 0] = appendedMs.get(partitionKey({ topic, partition })) ?? []
          const record: Omit<LogRecord, 'timestampMs'> = {
            topic,
            partition,
            offset: 0,
            key: null,
            value: Buffer.of(),
          }
          yield { ...record, timestampMs }
        },
      },
    },
  }
  return fake
}

describe('a stage', () => {
  it('is ready until its next unread record is older than the limit', async () => {
    const fake = fakeLog()
    const check = createStageLagCheck('normalizer', fake.options)
    expect(await check()).toBeNull()
    fake.append('raw.books', 1)
    fake.nowMs += maxUnreadAgeMs - 60_000
    fake.append('raw.trades', 0)
    fake.nowMs += 60_000
    expect(await check()).toBeNull()
    fake.nowMs += 120_000
    expect(await check()).toBe(
      'its next unread record of raw.books is 7 min old; the limit is 5 min',
    )
    fake.readAll()
    fake.nowMs += measureAgainMs
    expect(await check()).toBeNull()
  })

  it('is measured again after 5 seconds, not more often', async () => {
    const fake = fakeLog()
    const check = createStageLagCheck('projector', fake.options)
    for (let i = 0; i < 5; i += 1) await check()
    fake.nowMs += measureAgainMs - 1
    await check()
    expect(fake.lagRequests).toBe(1)
    fake.nowMs += 1
    await check()
    expect(fake.lagRequests).toBe(2)
  })

  it('is not ready if its positions cannot be read', async () => {
    const fake = fakeLog()
    fake.failure = new Error('no broker answers')
    const check = createStageLagCheck('projector', fake.options)
    expect(await check()).toBe('its positions cannot be read: Error: no broker answers')
  })
})

describe('the checks of a process', () => {
  it('have one for each of its roles that reads as a consumer group', () => {
    const checks = {}
    addStageLagChecks(checks, Object.keys(roles) as Role[], fakeLog().options)
    expect(Object.keys(checks).sort()).toEqual(['normalizer', 'projector'])
  })

  it('keep the check that a stage has already', async () => {
    const fake = fakeLog()
    fake.append('trades', 0)
    fake.nowMs += 2 * maxUnreadAgeMs
    let problem: string | null = 'the store is being rebuilt'
    const checks = { projector: () => Promise.resolve(problem) }
    addStageLagChecks(checks, ['projector', 'api'], fake.options)
    expect(await checks.projector()).toBe('the store is being rebuilt')
    problem = null
    expect(await checks.projector()).toContain('record of trades is 10 min old')
  })
})

describe('on the LMDB log', () => {
  const group = `${topicPrefix}projector`
  let ops: OpsLog
  beforeEach(async () => {
    ops = await openOpsLog()
  })
  afterEach(() => ops.remove())

  const readTo = (offset: number): Promise<void> =>
    ops.log.reset(group, [{ topic: `${topicPrefix}trades`, partition: 4, offset }])

  it('counts from the next record of the group, also after a replay', async () => {
    const append = (): Promise<void> =>
      ops.append('trades', 4, [{ key: 'pb_M', value: { trade: aTrade(), progress: null } }])
    const openCheck = () =>
      createStageLagCheck('projector', {
        log: ops.log,
        topicPrefix,
        now: () => ops.nowMs,
        steadyNow: () => 0,
      })
    await append()
    ops.nowMs += maxUnreadAgeMs + 60_000
    await append()
    expect(await openCheck()()).toContain('record of trades is 6 min old')
    // the group has read the old record: the next one is new
    await readTo(1)
    expect(await openCheck()()).toBeNull()
    ops.nowMs += maxUnreadAgeMs + 1_000
    expect(await openCheck()()).toContain('5 min old')
    await readTo(2)
    expect(await openCheck()()).toBeNull()
    await readTo(0)
    expect(await openCheck()()).toContain('11 min old')
  })
})
