// The changes that are written to the log in one transaction (commits): appended records, positions of consumer groups,
// and the epochs of writers. A commit is plain data, so that a process that does not write to LMDB itself can send it to
// the process that does (commit-channel.ts).
import { LogError, WriterFenced } from '../port.ts'
import { writeRecords } from './appends.ts'
import { recordCountOf } from './block.ts'
import type { CommitQueue } from './commit-queue.ts'
import type { LogLayout } from './layout.ts'
import type { PreparedRecords } from './prepare.ts'

/** Records and positions that become durable together, or not at all. */
export interface Commit {
  /** If the name was taken over since this epoch, the commit is rejected with WriterFenced. */
  readonly writer?: { readonly name: string; readonly epoch: number }
  readonly records: readonly PreparedRecords[]
  readonly positions: readonly PositionChange[]
}

/** The new position of a group in a partition. */
export interface PositionChange {
  readonly group: string
  readonly topic: string
  readonly partition: number
  readonly to: number
  /**
   * The stored position from which the group has read; null if there was none, so that the group has read from the oldest
   * record on. If another position is stored at the time of the commit, the commit is rejected with PositionMoved.
   * undefined: the stored position is not compared.
   */
  readonly from: number | null | undefined
}

export interface LogCommitter {
  /** Resolves when the commit is durable. Rejects with WriterFenced, PositionMoved or another LogError. */
  commit(commit: Commit): Promise<void>
  /** Increments the epoch of a name, which fences its previous owner. Returns the new epoch. */
  takeOverWriter(name: string): Promise<number>
  /** Resolves when no commit is running. */
  waitUntilIdle(): Promise<void>
}

/** A group's position has changed unexpectedly: another process has read these records or reset the group. */
export class PositionMoved extends LogError {
  constructor(message: string) {
    super(message, { retriable: true })
    this.name = 'PositionMoved'
  }
}

/** Commits to LMDB in this process. */
export function createLogCommitter(
  layout: LogLayout,
  queue: CommitQueue,
  now: () => number,
): LogCommitter {
  function check({ writer, positions }: Commit): void {
    if (writer && layout.epochOf(writer.name) !== writer.epoch) throw new WriterFenced(writer.name)
    for (const { group, topic, partition, from } of positions) {
      if (from === undefined) continue
      const stored = layout.positionOf(group, layout.treeOf(topic, partition))
      if (stored !== undefined && stored !== from)
        throw new PositionMoved(`group ${group}: another process moved ${topic}/${partition}`)
    }
  }

  return {
    commit: (commit) =>
      queue.run({
        records: sumOf(commit.records.flatMap(({ entries }) => entries.map(recordCountOf))),
        check: () => check(commit),
        write() {
          writeRecords(layout, commit.records, now())
          for (const { group, topic, partition, to } of commit.positions)
            layout.setPosition(group, layout.treeOf(topic, partition), to)
        },
      }),
    async takeOverWriter(name) {
      let epoch = 0
      await queue.run({ records: 0, write: () => void (epoch = layout.incrementEpoch(name)) })
      return epoch
    },
    waitUntilIdle: () => queue.waitUntilIdle(),
  }
}

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)
