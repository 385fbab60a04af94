// A group of projectors over one store and one trades topic, as a log would run them: each partition
// has one owner, who is told of it before its first batch, and whose position alone moves. A member
// that was taken for dead may go on; its positions are refused.
import { createProjector, type Projector } from '../../services/projector/projector.ts'
import type { Store } from '../../services/platform/store/port.ts'
import { mortal, type Life } from './mortal-store.ts'
import type { Random } from './random.ts'
import { partitions, type TradesRecord, type TradesTopic } from './records.ts'

const { signal } = new AbortController()

export interface Member {
  readonly projector: Projector
  readonly life: Life
  /** Where it reads on in what it takes for its own. */
  readonly cursors: Map<number, number>
}

export interface Members {
  add(): Member
  /** Takes these from whoever has them. Resolves when it has made up for that one. */
  give(to: Member, taken: readonly number[]): Promise<void>
  /** One batch of some of its partitions. False: somebody else has them; it has lost all. */
  work(member: Member): Promise<boolean>
  ownedBy(member: Member): number[]
  /** Records that no owner has committed. */
  left(): number
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
        ? (byPartition[partition] ?? []).slice(from, from + 1 + random.integer(30))
        : [],
    )
  }

  return {
    ownedBy,
    left: () => topic.records.length - [...positions.values()].reduce((sum, at) => sum + at, 0),

    add() {
      const life = mortal(store)
      const projector = createProjector({
        store: life.store,
        tradesLog: {
          positions: () => life.guard(() => topic.positions()),
          read: (range) => topic.read(range),
        },
        // long: much is put off when something happens; short: some of it is just being written
        putOffMs: random.chance(0.5) ? 5_000 : 5,
        onRefused: ({ offset }) => {
          throw new Error(`refused ${offset}`)
        },
        onFlushFailed: (error) => {
          throw error
        },
      })
      return { projector, life, cursors: new Map() }
    },

    async give(to, taken) {
      for (const partition of taken) {
        const before = owners.get(partition)
        owners.set(partition, to)
        // who is awake gives it up; who is not does not know
        before?.cursors.delete(partition)
        to.cursors.set(partition, positions.get(partition) ?? 0)
      }
      const told = taken.map((partition) => ({ topic: 'trades', partition }))
      await to.projector.taken(told, signal)
    },

    async work(member) {
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
