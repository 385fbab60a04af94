// A group of projectors over one store and one trades topic, as a log would run them: each partition has
// one owner, which gets the assignment before its first batch; only the owner's position moves. A removed
// member may continue to run; its positions are rejected.
import { createProjector, type Projector } from '../../services/projector/projector.ts'
import type { Store } from '../../services/lib/store/port.ts'
import { createKillableProcess, type KillableProcess } from './killable-store.ts'
import type { Random } from '../../simulator/random.ts'
import { partitions, type TradesRecord, type TradesTopic } from './records.ts'

const { signal } = new AbortController()

export interface Member {
  readonly projector: Projector
  readonly process: KillableProcess
  /** Where it reads on in what it takes for its own. */
  readonly cursors: Map<number, number>
}

export interface Members {
  add(): Member
  /** Moves the partitions from their owners to this member. Resolves when the member has handled the assignment. */
  assign(to: Member, moved: readonly number[]): Promise<void>
  /** Processes one batch of some of its partitions. false: the member has lost its partitions to another one. */
  processBatch(member: Member): Promise<boolean>
  ownedBy(member: Member): number[]
  /** Records that no owner has committed. */
  uncommitted(): number
}

export function createMembers(options: {
  readonly store: Store
  readonly topic: TradesTopic
  readonly random: Random
}): Members {
  const { store, topic, random } = options
  const byPartition = Array.from({ length: partitions }, (_, p) =>
    topic.records.filter((record) => record.partition === p),
  )
  const owners = new Map<number, Member>()
  const positions = new Map<number, number>()

  const ownedBy = (member: Member): number[] =>
    [...owners].filter(([, owner]) => owner === member).map(([partition]) => partition)

  function batchOf({ cursors }: Member): TradesRecord[] {
    return [...cursors].flatMap(([partition, from]) =>
      random.chance(0.6)
        ? (byPartition[partition] ?? []).slice(from, from + 1 + random.below(30))
        : [],
    )
  }

  return {
    ownedBy,
    uncommitted: () =>
      topic.records.length - [...positions.values()].reduce((sum, at) => sum + at, 0),

    add() {
      const process = createKillableProcess(store)
      const projector = createProjector({
        epoch: 0,
        store: process.store,
        tradesLog: {
          positions: () => process.guard(() => topic.positions()),
          read: (range) => topic.read(range),
        },
        // long: much is deferred when something happens; short: some of it is just being written
        deferMs: random.chance(0.5) ? 5_000 : 5,
        onRefused: ({ offset }) => {
          throw new Error(`refused ${offset}`)
        },
        onCandlesWritten: () => undefined,
        onFlushFailed: (error) => {
          throw error
        },
      })
      return { projector, process, cursors: new Map() }
    },

    async assign(to, moved) {
      for (const partition of moved) {
        const before = owners.get(partition)
        owners.set(partition, to)
        // who is awake gives it up; who is not does not know
        before?.cursors.delete(partition)
        to.cursors.set(partition, positions.get(partition) ?? 0)
      }
      const assigned = moved.map((partition) => ({ topic: 'trades', partition }))
      await to.projector.onPartitionsAssigned(assigned, signal)
    },

    async processBatch(member) {
      const batch = batchOf(member)
      if (batch.length > 0) await member.projector.handle(batch, signal)
      if (![...member.cursors.keys()].every((p) => owners.get(p) === member)) {
        member.cursors.clear()
        return false
      }
      topic.advance(batch)
      for (const { partition, offset } of batch) {
        positions.set(partition, offset + 1)
        member.cursors.set(partition, offset + 1)
      }
      return true
    },
  }
}
