// Whether a group's coordinator holds the positions of a transaction that has not ended. It has said
// so when it took them; but one that was frozen and has meanwhile been replaced can say so of what
// nobody else has (KAFKA-20634, in brokers from 4.0 on). The transaction would end without them, and
// whoever has the lane next would do its records again.
import { LogError, type Position } from '../port.ts'
import { ByteReader } from './byte-reader.ts'
import type { Inside } from './inside-kafkajs.ts'
import { byTopic, placeKey } from './offsets.ts'
import type { KafkaParts } from './parts.ts'

const unstableOffsetCommit = 88

/** Rejects, retriable, unless the broker that is the group's coordinator now holds all of them. */
export async function checkPending(
  { inside, asking }: Pick<KafkaParts, 'inside' | 'asking'>,
  group: string,
  positions: readonly Position[],
): Promise<void> {
  const answer = await asking.use(async (cluster) => {
    // asked for anew each time, of any broker: the one that took them may not be it any more
    const coordinator = await cluster.findGroupCoordinator({ groupId: group })
    return coordinator.connectionPool.send({
      request: toRequest(inside, group, positions),
      response: { decode: async (payload) => readAnswer(payload), parse: async (read) => read },
      requestTimeout: null,
    })
  })
  if (answer.errorCode !== 0) throw inside.toError(answer.errorCode)
  const errorCodes = new Map(answer.partitions.map((p) => [placeKey(p), p.errorCode]))
  for (const place of positions) {
    const errorCode = errorCodes.get(placeKey(place)) ?? 0
    if (errorCode === unstableOffsetCommit) continue
    if (errorCode !== 0) throw inside.toError(errorCode)
    const what = `the position of ${group} in ${placeKey(place)} was taken by a broker and is lost`
    throw new LogError(what, { retriable: true })
  }
}

/** OffsetFetch, version 7, the first by which a broker tells positions that are not settled apart. */
function toRequest(inside: Inside, group: string, positions: readonly Position[]) {
  const topics = byTopic(positions).map(({ topic, partitions }) =>
    inside
      .createEncoder()
      .writeUVarIntString(topic)
      .writeUVarIntArray(
        partitions.map(({ partition }) => inside.createEncoder().writeInt32(partition)),
      )
      .writeUVarIntBytes(),
  )
  return {
    apiKey: 9,
    apiVersion: 7,
    apiName: 'OffsetFetch',
    encode: async () =>
      inside
        .createEncoder()
        .writeUVarIntBytes() // belongs to the header
        .writeUVarIntString(group)
        .writeUVarIntArray(topics)
        .writeBoolean(true) // only what is settled
        .writeUVarIntBytes(),
  }
}

function readAnswer(payload: Buffer) {
  const reader = new ByteReader(payload)
  reader.skipTags()
  const clientSideThrottleTime = reader.int32() // under the name by which kafkajs waits
  const partitions = reader
    .compactList(() => {
      const topic = reader.compactString()
      const read = reader.compactList(() => ({ topic, ...readPartition(reader) }))
      reader.skipTags()
      return read
    })
    .flat()
  return { clientSideThrottleTime, partitions, errorCode: reader.int16() }
}

function readPartition(reader: ByteReader) {
  const partition = reader.int32()
  reader.slice(8 + 4) // the position that is settled, and the epoch of its leader
  reader.compactString()
  const errorCode = reader.int16()
  reader.skipTags()
  return { partition, errorCode }
}
