// Import this file anywhere to hide the records of aborted transactions from kafkajs 2.2.4. kafkajs
// delivers such records if transactions of several producers overlap in a partition, because it
// assumes that the broker's list of aborted transactions is sorted, which it is not.
import { createRequire } from 'node:module'

interface Message {
  readonly offset: string
  readonly key: Buffer | null
  readonly batchContext: { readonly producerId: string; readonly inTransaction: boolean }
  isControlRecord: boolean
}
interface Partition {
  readonly messages: readonly Message[]
  abortedTransactions: readonly { readonly firstOffset: string; readonly producerId: string }[]
}
interface Answer {
  readonly responses: readonly { readonly partitions: readonly Partition[] }[]
}
type Fetch = (this: unknown, request: unknown) => Promise<Answer>

const load = createRequire(import.meta.url)
const { version } = load('kafkajs/package.json') as { version: string }
const broker = load('kafkajs/src/broker') as { prototype: { fetch: Fetch } }
const fetchAll = broker.prototype.fetch
if (version !== '2.2.4' || typeof fetchAll !== 'function')
  throw new Error(`read-committed.ts is for kafkajs 2.2.4, not ${version}`)

broker.prototype.fetch = async function (request) {
  const answer = await fetchAll.call(this, request)
  for (const { partitions } of answer.responses) partitions.forEach(hideAborted)
  return answer
}

/** Marks aborted records as control records, which kafkajs skips without delivering them. */
function hideAborted(partition: Partition): void {
  const waiting = [...(partition.abortedTransactions ?? [])].sort((a, b) =>
    BigInt(a.firstOffset) < BigInt(b.firstOffset) ? -1 : 1,
  )
  partition.abortedTransactions = []
  const aborting = new Set<string>()
  for (const message of waiting.length > 0 ? partition.messages : []) {
    while (waiting[0] && BigInt(waiting[0].firstOffset) <= BigInt(message.offset))
      aborting.add(String(waiting.shift()?.producerId))
    const producer = String(message.batchContext.producerId)
    if (message.isControlRecord) {
      // bytes 2 and 3 of a marker's key: 0 ends an aborted transaction, 1 a committed one
      if (message.key?.readInt16BE(2) === 0) aborting.delete(producer)
    } else if (message.batchContext.inTransaction && aborting.has(producer)) {
      message.isControlRecord = true
    }
  }
}
