// A named writer: a transactional id. Each append also sets a position of the name's own, in the
// same transaction: the number of the append, and who made it. So after a failure the log itself
// tells whether the append is there, and whether the name is still ours.
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { LogError, WriterFenced, type Writer } from '../port.ts'
import { reasonOf, toLogError } from './failures.ts'
import { committedOf, placeKey, type Place } from './offsets.ts'
import type { KafkaParts } from './parts.ts'
import { persist } from './persist.ts'
import { placeRecords, type PlacedRecord } from './placement.ts'
import { openTransactor, TransactionFailed, type Transactor } from './transactor.ts'

/** Together as long as a cluster takes to do without a broker that died, by its defaults. */
const attempts = 20
const firstPauseMs = 20
const longestPauseMs = 1_000

export async function openWriter(
  parts: KafkaParts,
  options: {
    readonly name: string
    readonly transactionalId: string
    /** A group that nobody is in: its position at `mark` is the number of the last append. */
    readonly group: string
    readonly mark: Place
  },
): Promise<Writer> {
  const { name, transactionalId, group, mark } = options
  const doing = `writer ${name}`
  const me = randomUUID()
  /** The number of our last append. */
  let last = 0
  let transactor: Transactor | null = null
  let fenced: WriterFenced | null = null
  let isClosed = false
  let running: Promise<void> = Promise.resolve()

  const take = (): Promise<Transactor> =>
    persist(doing, () => openTransactor(parts, transactionalId))

  async function lastAppend(): Promise<{ readonly number: number; readonly by: string }> {
    const committed = await persist(doing, () =>
      parts.asking.use(async (cluster) =>
        committedOf(await cluster.findGroupCoordinator({ groupId: group }), group, [mark]),
      ),
    )
    const { offset = 0, metadata = '' } = committed.get(placeKey(mark)) ?? {}
    return { number: offset, by: metadata }
  }

  async function commit(by: Transactor, records: readonly PlacedRecord[]): Promise<void> {
    const positions = [{ ...mark, offset: last + 1 }]
    await by.commit({ records, group, positions, metadata: me })
    last += 1
  }

  /** After a failure: the transactor anew, and whether the append that failed is there after all. */
  async function recover(): Promise<{ readonly isThere: boolean }> {
    const before = await lastAppend()
    if (isTakenOver(before.by)) throw shutOut()
    transactor = await take()
    // only now nothing is under way any more
    const { number, by } = await lastAppend()
    if (isTakenOver(by)) throw shutOut()
    const isThere = number === last + 1
    if (isThere) last = number
    return { isThere }
  }

  /** What nobody has written for a week is forgotten by Kafka: then it is nobody's, and still ours. */
  const isTakenOver = (by: string): boolean => by !== '' && by !== me

  function shutOut(): WriterFenced {
    fenced = new WriterFenced(name)
    return fenced
  }

  async function appendNow(records: readonly PlacedRecord[]): Promise<void> {
    let isUnknown = false
    for (let attempt = 1; ; attempt += 1) {
      if (fenced) throw fenced
      try {
        if (!transactor) {
          const { isThere } = await recover()
          if (isThere && isUnknown) return
          isUnknown = false
        }
        if (transactor) return await commit(transactor, records)
      } catch (error) {
        if (error instanceof WriterFenced) throw error
        await transactor?.close()
        transactor = null
        if (error instanceof TransactionFailed) isUnknown ||= error.isUnknown
        const isLast = attempt === attempts || !(error instanceof TransactionFailed)
        if (isLast || error.isPermanent) throw toAppendError(doing, error, isUnknown)
        const reason = reasonOf(error)
        parts.logger?.warn({ writer: name, reason }, 'an append failed, and is done again')
        await sleep(Math.min(longestPauseMs, firstPauseMs * 2 ** (attempt - 1)))
      }
    }
  }

  await persist(doing, async () => {
    await transactor?.close()
    transactor = await take()
    last = (await lastAppend()).number
    // from now on whoever had the name finds us there
    await commit(transactor, [])
  })

  return {
    async append(records) {
      if (isClosed) throw new LogError(`${doing} is closed`, { retriable: false })
      if (records.length === 0) return
      const placed = placeRecords(parts.topics, records).map((record) => ({
        ...record,
        value: Buffer.from(record.value),
      }))
      const mine = running.then(() => appendNow(placed))
      running = mine.catch(() => undefined)
      await mine
    },
    async close() {
      isClosed = true
      await running
      await transactor?.close()
      transactor = null
    },
  }
}

function toAppendError(doing: string, error: unknown, unknown: boolean): LogError {
  const { message, retriable, cause } = toLogError(doing, error)
  return new LogError(message, { cause: cause ?? error, retriable, unknown })
}
