// The command `replay --from` on Kafka: the same facts and counts as on LMDB, with appends that are transactions.
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { topicsWithPrefix } from '../../../services/topology.ts'
import { createKafkaLogs } from '../../lib/log/kafka-logs.ts'
import { describeWithServers } from '../../support/servers/describe-with-servers.ts'
import { openOpsLogOn, topicPrefix } from '../ops-log.ts'
import {
  append,
  mapping,
  openLogForTests,
  ops,
  prices,
  rawTrade,
  replay,
  runNormalizer,
} from './replay-world.ts'

await describeWithServers(['kafka'], 'a replay on Kafka', ({ kafka }) => {
  const logs = createKafkaLogs(kafka.brokers)
  openLogForTests(() => openOpsLogOn(() => logs.open(topicsWithPrefix(topicPrefix))))
  // the broker has a clock of its own; the test begins 12 hours later
  beforeAll(() => {
    ops.nowMs = Date.now() - 12 * 3_600_000
  })
  afterAll(() => logs.close())

  it('appends what is different or new, once', async () => {
    mapping.set('b 0.2', 'b 0.9').set('c 0.3', null)
    await append('raw.trades', rawTrade('a 0.1'), rawTrade('b 0.2'), rawTrade('c 0.3'))
    await runNormalizer()
    mapping.clear()
    const found = { read: 3, equal: 1, different: 1, new: 1 }
    const onlyTrades = { topic: 'raw.trades' } as const
    expect(await replay({ ...onlyTrades, dryRun: true })).toMatchObject({
      exitCode: 0,
      counts: { 'raw.trades': found },
    })
    expect(await prices()).toEqual(['a 0.1', 'b 0.9'])
    expect(await replay(onlyTrades)).toMatchObject({
      exitCode: 0,
      message: '',
      counts: { 'raw.trades': found },
    })
    expect(await prices()).toEqual(['a 0.1', 'b 0.9', 'b 0.2', 'c 0.3'])
    expect((await replay(onlyTrades)).counts).toEqual({ 'raw.trades': { read: 3, equal: 3 } })
  })
})
