// The command `dead-letters` on Kafka, with a schema registry: its records may have schemas that the processes of the
// command have not loaded.
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { openRegistryCodec } from '../../../services/lib/codec/registry.ts'
import { createSchemaLoadingLog } from '../../../services/lib/codec/schema-loading-log.ts'
import { readTopicSchemas } from '../../../services/lib/codec/schemas.ts'
import type { Codec } from '../../../services/lib/codec/port.ts'
import { topicsWithPrefix } from '../../../services/topology.ts'
import { silent } from '../../lib/codec/registry-requests.ts'
import { createKafkaLogs } from '../../lib/log/kafka-logs.ts'
import { describeWithServers } from '../../support/servers/describe-with-servers.ts'
import { openOpsLogOn, topicPrefix } from '../ops-log.ts'
import {
  change,
  listed,
  marketId,
  openLogForEachTest,
  openPlaces,
  ops,
  partition,
  rawTrade,
  rejected,
  resultsOf,
  run,
  tradeIds,
} from './dead-letter-world.ts'

await describeWithServers(
  ['kafka', 'registry'],
  'dead letters on Kafka',
  ({ kafka, registry: { url } }) => {
    const logs = createKafkaLogs(kafka.brokers)
    const options = { url, topicPrefix: logs.prefix, logger: silent }
    /** The codec of a process of an earlier version. */
    let earlier: Codec

    beforeAll(async () => {
      const { 'raw.trades': schema } = readTopicSchemas()
      const fields = (schema['fields'] as { name: string }[]).filter(
        ({ name }) => name !== 'awaits_market',
      )
      earlier = await openRegistryCodec({
        ...options,
        schemas: { 'raw.trades': { ...schema, fields } },
      })
    })
    openLogForEachTest(async () => {
      const codec = await openRegistryCodec(options)
      const openLog = async () =>
        createSchemaLoadingLog(await logs.open(topicsWithPrefix(topicPrefix)), codec)
      return openOpsLogOn(openLog, async () => codec)
    })
    afterAll(() => logs.close())

    /** A dead letter of a record with these bytes. */
    async function appendLetter(offset: number, value: Buffer): Promise<string> {
      const place = `raw.trades/${partition}/${offset}`
      const of = { stage: 'normalizer', topic: 'raw.trades', partition, offset, key: marketId }
      const failure = { reason: 'not_json', detail: '', failed_at_ms: 1, resolution: null }
      await ops.append('dead-letters', 0, [{ key: place, value: { ...of, value, ...failure } }])
      return place
    }

    it('are listed, shown, retried and dropped', async () => {
      const retried = await rejected('raw.trades', rawTrade('a'))
      const dropped = await rejected('raw.trades', rawTrade('b'))
      const old = await appendLetter(1_000, earlier.encode('raw.trades', rawTrade('old')))
      const gone = await appendLetter(2_000, Buffer.from([0, 0, 15, 66, 63, 1]))
      expect(await openPlaces()).toEqual([retried, dropped, old, gone])

      const { lines } = await run({ action: 'show', place: old, json: true })
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({
        original: { key: marketId, value: { body: 'old', awaits_market: false } },
      })
      expect(await resultsOf('retry', [retried, old, gone])).toMatchObject([
        { result: 'emitted' },
        { result: 'emitted' },
        { result: 'failed', detail: 'undecodable: the schema registry has no Avro schema 999999' },
      ])
      expect(await tradeIds()).toEqual(['a', 'old'])
      await run(change('drop', [dropped]))
      expect(await openPlaces()).toEqual([gone])
      expect((await listed({}, true)).dead_letters.map(({ resolution }) => resolution)).toEqual([
        expect.objectContaining({ result: 'emitted', by: 'ada' }),
        expect.objectContaining({ result: 'dropped', why: 'mapping corrected' }),
        expect.objectContaining({ result: 'emitted' }),
        null,
      ])
    })
  },
)
