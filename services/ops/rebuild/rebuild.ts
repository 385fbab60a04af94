// Rebuilds the tables in a process with the role projector, while the service answers. Plans, starts, abandons and
// discards rebuilds; rebuild-tables.ts does the work (docs/decisions/063-rebuild.md).
import pLimit from 'p-limit'
import { topics } from '../../topology.ts'
import { formatCount } from '../format.ts'
import {
  rebuildTables,
  type RebuildDependencies,
  type RebuildProgress,
  type RebuildStep,
} from './rebuild-tables.ts'
import {
  describeRemovedRecords,
  describeMissingSpace,
  findAbandonRefusal,
  findDiscardRefusal,
  findStartRefusal,
} from './refusals.ts'
import {
  databasesOf,
  readState,
  writeState,
  type RebuildPhase,
  type RebuildState,
} from './state.ts'
import {
  countOlderBooks,
  findOldestBooks,
  listRemovable,
  readSpace,
  removeTables,
} from './tables.ts'

/** What a process reports at its admin port about a rebuild. */
export interface RebuildReport extends Omit<RebuildProgress, 'step'> {
  /** null: no rebuild is in progress, and no old tables of a rebuild are left. */
  readonly phase: RebuildPhase | null
  /** What this process is doing for a rebuild; null: nothing. */
  readonly step: RebuildStep | null
  /** Why the request was refused, in which case nothing was changed; null if it was not refused. */
  readonly refusal: string | null
  /** Why the last rebuild of this process has failed; null if it has not. */
  readonly failure: string | null
  /** Size of the live tables before the exchange, and of the old tables after it. */
  readonly table_bytes: number
  readonly needed_bytes: number
  readonly free_bytes: number
  /** The tables and views of the second database, which `abandon` or `discard` removes. */
  readonly removable: { readonly tables: readonly string[]; readonly bytes: number }
}

export interface RebuildControl {
  report(): Promise<RebuildReport>
  /** Resolves with what start() would do, or with the reason why it would refuse. */
  plan(): Promise<RebuildReport>
  /** Begins a rebuild, or continues one that was interrupted. Resolves when it has begun or was refused. */
  start(): Promise<RebuildReport>
  /** Ends a rebuild and removes the new tables. */
  abandon(): Promise<RebuildReport>
  /** Resolves with what abandon() would remove, or with the reason why it would refuse. */
  previewAbandonment(): Promise<RebuildReport>
  /** Removes the old tables. */
  discard(): Promise<RebuildReport>
  /** Resolves with what discard() would remove, or with the reason why it would refuse. */
  previewDiscarding(): Promise<RebuildReport>
  /** Interrupts a rebuild; start() continues it. */
  stop(): Promise<void>
}

/** Returns why the tables of the second database must not be removed; null if they may be removed. */
type FindRefusal = (state: RebuildState | null) => string | null

/**
 * Space that a rebuild needs, as a multiple of the size of the live tables: until ClickHouse has merged their parts,
 * new tables are larger than live ones.
 */
const spaceFactor = 2
const minFreeBytes = 100_000_000

type ReportedProgress = Omit<RebuildProgress, 'step'> & Pick<RebuildReport, 'step' | 'failure'>

const noProgress: ReportedProgress = {
  step: null,
  failure: null,
  records: 0,
  total: 0,
  copied_rows: 0,
  differences: null,
  paused_ms: null,
}

export function createRebuildControl(parts: RebuildDependencies): RebuildControl {
  const { store } = parts
  const oneAtATime = pLimit(1)
  let progress = noProgress
  let run: { readonly controller: AbortController; readonly done: Promise<void> } | null = null

  async function report(changes: Partial<RebuildReport> = {}): Promise<RebuildReport> {
    const { live, rebuilt } = await databasesOf(store)
    const state = await readState(store, rebuilt)
    const [space, added] = [await readSpace(store, live), await readSpace(store, rebuilt)]
    const isExchanged = state?.phase === 'exchanged'
    return {
      phase: state?.phase ?? null,
      refusal: null,
      ...progress,
      table_bytes: isExchanged ? added.tableBytes : space.tableBytes,
      needed_bytes: Math.max(0, spaceFactor * space.tableBytes - added.tableBytes) + minFreeBytes,
      free_bytes: space.freeBytes,
      removable: { tables: await listRemovable(store, rebuilt), bytes: added.tableBytes },
      ...changes,
    }
  }

  async function plan(): Promise<RebuildReport> {
    const { rebuilt } = await databasesOf(store)
    const state = await readState(store, rebuilt)
    const ranges = await parts.readRanges()
    const oldest = findOldestBooks(ranges, state)
    const planned = await report({
      copied_rows: await countOlderBooks(store, oldest, topics.books.partitions),
      total: ranges.reduce((sum, { low, high }) => sum + high - low, 0),
    })
    const refusal =
      describeRunningRebuild() ??
      findStartRefusal(state, await parts.readEpoch(), parts) ??
      describeRemovedRecords(ranges) ??
      describeMissingSpace(planned)
    return { ...planned, refusal }
  }

  const describeRunningRebuild = (): string | null =>
    run === null
      ? null
      : `a rebuild is running (${progress.step}, ${formatCount(progress.records)} of ${formatCount(progress.total)} records)`

  async function start(): Promise<RebuildReport> {
    const planned = await plan()
    if (planned.refusal !== null) return planned
    progress = { ...noProgress, step: 'preparing', total: planned.total }
    const controller = new AbortController()
    const done = rebuildTables(parts, controller.signal, (changes) => {
      progress = { ...progress, ...changes }
    })
      .catch((error: unknown) => {
        progress = { ...progress, failure: error instanceof Error ? error.message : String(error) }
        parts.onFailed(error)
      })
      .finally(() => {
        progress = { ...progress, step: null }
        run = null
      })
    run = { controller, done }
    return report()
  }

  async function stop(): Promise<void> {
    run?.controller.abort(new Error('it was interrupted'))
    await run?.done
  }

  const findRefusalToAbandon: FindRefusal = (state) => findAbandonRefusal(state, parts)

  async function previewRemoval(findRefusal: FindRefusal): Promise<RebuildReport> {
    const { rebuilt } = await databasesOf(store)
    return report({ refusal: findRefusal(await readState(store, rebuilt)) })
  }

  async function remove(findRefusal: FindRefusal): Promise<RebuildReport> {
    const refusal = await removeUnlessRefused(parts, findRefusal)
    if (refusal === null) progress = noProgress
    return report({ refusal })
  }

  return {
    report: () => report(),
    plan,
    start: () => oneAtATime(start),
    abandon: () =>
      oneAtATime(async () => {
        await stop()
        return remove(findRefusalToAbandon)
      }),
    previewAbandonment: () => previewRemoval(findRefusalToAbandon),
    discard: () => oneAtATime(() => remove(findDiscardRefusal)),
    previewDiscarding: () => previewRemoval(findDiscardRefusal),
    stop,
  }
}

/** Removes the tables of the second database. If it refuses, resolves with the reason and changes nothing. */
async function removeUnlessRefused(
  { store, owner, now }: RebuildDependencies,
  findRefusal: FindRefusal,
): Promise<string | null> {
  const { rebuilt } = await databasesOf(store)
  const state = await readState(store, rebuilt)
  const refusal = findRefusal(state)
  if (state === null || refusal !== null) return refusal
  await writeState(store, rebuilt, { ...state, phase: 'removing', owner, reported_at_ms: now() })
  await removeTables(store, rebuilt)
  return null
}
