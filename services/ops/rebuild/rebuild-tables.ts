// Performs one rebuild of the tables: fills the new tables, compares them with the live ones, and exchanges both. Used
// by rebuild.ts. docs/decisions/063-rebuild.md explains why every response of the service is correct during a rebuild.
import pLimit from 'p-limit'
import type { PartitionRange, Position } from '../../lib/log/port.ts'
import { StoreError, type Store } from '../../lib/store/port.ts'
import { topics } from '../../topology.ts'
import type { Difference } from '../verify/compare.ts'
import { hashRows } from '../verify/row-hashes.ts'
import type { AskForHashes } from '../verify/table-hashes.ts'
import { compareMonthsAgain, findDifferentMonths, type DifferentMonth } from './compare.ts'
import {
  createStateTable,
  databasesOf,
  readState,
  writeState,
  type Owner,
  type RebuildState,
} from './state.ts'
import {
  copyOlderBooks,
  countOlderBooks,
  finishExchange,
  findOldestBooks,
  listTables,
  removeTables,
} from './tables.ts'

export type RebuildStep = 'preparing' | 'filling' | 'copying' | 'comparing' | 'exchanging'

export interface RebuildProgress {
  readonly step: RebuildStep
  /**
   * Upper bound for the number of records that the new tables contain. It is computed from offsets, and compaction and
   * transactions leave gaps between offsets.
   */
  readonly records: number
  /** Upper bound for the number of records in the log. */
  readonly total: number
  /** Rows of order books that the log no longer has. They are copied from the live tables. */
  readonly copied_rows: number
  /** Differences between the old tables (`here`) and the new ones (`there`); null before the comparison. */
  readonly differences: readonly Difference[] | null
  /** How long the projector was paused, in milliseconds; null before the exchange. */
  readonly paused_ms: number | null
}

type ReportProgress = (changes: Partial<RebuildProgress>) => void

/** Fills the new tables. projector/table-fill.ts implements it. */
export interface NewTableFiller {
  readProgress(): Promise<{ readonly records: number; readonly total: number }>
  fillToEnd(onWritten: (records: number) => void, signal: AbortSignal): Promise<void>
  raiseCandleMarks(liveStore: Store): Promise<void>
}

export interface RebuildDependencies {
  /** The store of the live tables. */
  readonly store: Store
  /** Creates the database if it is missing, and its tables. The caller closes the store. */
  readonly openDatabase: (database: string) => Promise<Store>
  readonly openNewTableFiller: (options: {
    readonly store: Store
    readonly epoch: number
    readonly onOldestOffsets: (oldestOffsets: readonly Position[]) => Promise<void>
  }) => Promise<NewTableFiller>
  /** Returns the epoch of the live tables. Rejects if they belong to another log. */
  readonly readEpoch: () => Promise<number>
  /** Returns the offset ranges of the topics that the projector reads; topic names are without the prefix. */
  readonly readRanges: () => Promise<readonly PartitionRange[]>
  readonly whilePaused: (work: () => Promise<void>) => Promise<void>
  readonly owner: Owner
  /** Unix milliseconds. */
  readonly now: () => number
  readonly onFailed: (error: unknown) => void
}

/** The projector is paused only when at most this many records are missing from the new tables. */
const maxRecordsWhilePaused = 20_000
const reportEveryMs = 5_000

/** Begins a rebuild, or continues one that was interrupted. Rejects if it fails or `signal` aborts. */
export async function rebuildTables(
  parts: RebuildDependencies,
  signal: AbortSignal,
  onProgress: ReportProgress,
): Promise<void> {
  const { store } = parts
  const { rebuilt: database } = await databasesOf(store)
  const earlier = await readState(store, database)
  const continued = earlier?.phase === 'removing' ? null : earlier
  if (continued === null) await removeTables(store, database)
  const rebuilt = await parts.openDatabase(database)
  const keeper = createStateKeeper(parts, database, continued ?? (await createState(parts)))
  try {
    await keeper.start()
    const filler = await openNewTableFiller(parts, rebuilt, keeper)
    await fillUntilNearlyComplete(filler, onProgress, signal)

    onProgress({ step: 'copying' })
    const oldest = findOldestBooks(await parts.readRanges(), keeper.state())
    const { partitions } = topics.books
    onProgress({ copied_rows: await countOlderBooks(store, oldest, partitions) })
    await copyOlderBooks(store, database, oldest, partitions)

    onProgress({ step: 'comparing' })
    const months = await findDifferentMonths(
      createRowHashReader(store),
      createRowHashReader(rebuilt),
      signal,
    )
    await fillUntilNearlyComplete(filler, onProgress, signal)

    onProgress({ step: 'exchanging' })
    const pausedAtMs = parts.now()
    await parts
      .whilePaused(() =>
        completeAndExchange(parts, {
          database,
          rebuilt,
          keeper,
          filler,
          months,
          onProgress,
          signal,
        }),
      )
      .catch(async (error: unknown) => {
        // Opening the projector again finishes an exchange that has begun. If it did, the error is ignored.
        if ((await readState(store, database))?.phase !== 'exchanged') throw error
      })
    onProgress({ paused_ms: parts.now() - pausedAtMs })
  } finally {
    await keeper.stop()
    await rebuilt.close()
  }
}

const createState = async ({
  readEpoch,
  owner,
  now,
}: RebuildDependencies): Promise<RebuildState> => ({
  phase: 'filling',
  owner,
  reported_at_ms: now(),
  started_at_ms: now(),
  epoch: (await readEpoch()) + 1,
  oldest_books: {},
  tables: [],
})

type StateKeeper = ReturnType<typeof createStateKeeper>

/**
 * Holds the state of the rebuild and saves it: after each change, and regularly, so that other processes see that the
 * owner of the rebuild is running.
 */
function createStateKeeper(
  { store, owner, now }: RebuildDependencies,
  database: string,
  initialState: RebuildState,
) {
  const oneAtATime = pLimit(1)
  let state = { ...initialState, owner }
  let timer: NodeJS.Timeout | undefined
  const save = (changes: Partial<RebuildState>): Promise<void> =>
    oneAtATime(async () => {
      state = { ...state, ...changes, reported_at_ms: now() }
      await writeState(store, database, state)
    })
  return {
    state: (): RebuildState => state,
    save,
    async start(): Promise<void> {
      await createStateTable(store, database)
      await save({})
      timer = setInterval(() => void save({}).catch(() => undefined), reportEveryMs)
    },
    /** Ends the regular saving. After this, only calls of `save` write the state. */
    async stop(): Promise<void> {
      clearInterval(timer)
      await oneAtATime(() => undefined)
    },
  }
}

function openNewTableFiller(
  { openNewTableFiller: open }: RebuildDependencies,
  rebuiltStore: Store,
  keeper: StateKeeper,
): Promise<NewTableFiller> {
  return open({
    store: rebuiltStore,
    epoch: keeper.state().epoch,
    onOldestOffsets: async (oldestOffsets) => {
      const ofBooks = oldestOffsets.flatMap(({ topic, partition, offset }) =>
        topic === 'books' ? [[partition, offset]] : [],
      )
      const oldest_books = { ...keeper.state().oldest_books, ...Object.fromEntries(ofBooks) }
      if (ofBooks.length > 0) await keeper.save({ oldest_books })
    },
  })
}

/** Fills the new tables until so few records are missing that they can be written while the projector is paused. */
async function fillUntilNearlyComplete(
  filler: NewTableFiller,
  onProgress: ReportProgress,
  signal: AbortSignal,
): Promise<void> {
  onProgress({ step: 'filling' })
  for (;;) {
    let { records, total } = await filler.readProgress()
    onProgress({ records, total })
    await filler.fillToEnd(
      (writtenRecords) => onProgress({ records: (records += writtenRecords) }),
      signal,
    )
    ;({ records, total } = await filler.readProgress())
    onProgress({ records, total })
    if (total - records <= maxRecordsWhilePaused) return
  }
}

/** Completes the new tables and exchanges them with the live ones. The caller has paused the projector. */
async function completeAndExchange(
  { store, readEpoch }: RebuildDependencies,
  {
    database,
    rebuilt,
    keeper,
    filler,
    months,
    onProgress,
    signal,
  }: {
    readonly database: string
    readonly rebuilt: Store
    readonly keeper: StateKeeper
    readonly filler: NewTableFiller
    readonly months: readonly DifferentMonth[]
    readonly onProgress: ReportProgress
    readonly signal: AbortSignal
  },
): Promise<void> {
  await filler.fillToEnd(() => undefined, signal)
  onProgress({
    differences: await compareMonthsAgain(
      months,
      createRowHashReader(store),
      createRowHashReader(rebuilt),
    ),
  })
  if ((await readEpoch()) !== keeper.state().epoch - 1)
    throw new Error('the live tables were truncated after the rebuild had begun')
  await filler.raiseCandleMarks(store)
  signal.throwIfAborted()
  const tables = await listTables(store, database)
  // ends the regular saving of the state, because finishExchange() writes the state, too
  await keeper.stop()
  await keeper.save({ phase: 'exchanging', tables })
  await finishExchange(store).catch(async (error: unknown) => {
    if (error instanceof StoreError && (await isNoTableExchanged(store, keeper.state())))
      await keeper.save({ phase: 'filling' })
    throw error
  })
}

const createRowHashReader =
  (store: Store): AskForHashes =>
  (request) =>
    hashRows(store, request)

/** Whether no table was exchanged, for example because the user of a ClickHouse server lacks a privilege. */
async function isNoTableExchanged(store: Store, { tables }: RebuildState): Promise<boolean> {
  const { live } = await databasesOf(store)
  const current = new Set((await listTables(store, live)).map(([, uuid]) => uuid))
  return tables.every(([, uuid]) => !current.has(uuid))
}
