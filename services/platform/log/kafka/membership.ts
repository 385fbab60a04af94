// Being a member of a group: joining, the heartbeats that keep the place, finding out that it is
// lost, leaving. The group says who should work on what; that nothing is done twice does not hang
// on it (transactor.ts).
import type { Position } from '../port.ts'
import { assignLanes, decodeAssignment, encodeSubscription, protocolName } from './assignment.ts'
import type { Client } from './client.ts'
import { isPlainAnswer, typeOf } from './failures.ts'
import type { Broker, Cluster } from './inside-kafkajs.ts'
import { committedOf, toOffsets, type Committed, type Place } from './offsets.ts'

export interface Generation {
  readonly places: readonly Place[]
  /** We were in the generation before, too: nobody else has had what we had and still have. */
  readonly isContinued: boolean
}

export interface Membership {
  /** We are in no generation, or the group is forming a new one. */
  readonly isOut: () => boolean
  /** Waits until all members have come, which they do when their batches are done. */
  join(): Promise<Generation>
  /** Asks the group now whether we are still in; rejects if not. */
  beat(): Promise<void>
  committed(places: readonly Place[]): Promise<ReadonlyMap<string, Committed>>
  /** Refused once we are no longer in: a member that was away cannot set a position back. */
  commit(positions: readonly Position[]): Promise<void>
  leave(): Promise<void>
}

/** How soon a member sees that another one has come or gone. */
const heartbeatMs = 300
/** A member whose batch takes longer loses its place. */
const rebalanceTimeoutMs = 120_000

const nobody = { memberId: '', generationId: -1 }

export function createMembership(options: {
  readonly client: Client
  readonly group: string
  readonly topics: readonly string[]
  readonly sessionTimeoutMs: number
  readonly partitionsOf: (topic: string) => number
  /** Whether we are out may have changed. */
  readonly onChange: () => void
}): Membership {
  const { client, group, topics, partitionsOf, onChange } = options
  let member = nobody
  /** Of which we have been told our part. */
  let last = nobody
  let isOut = true
  let coordinator: { readonly cluster: Cluster; readonly broker: Broker } | null = null
  let timer: NodeJS.Timeout | null = null
  let hasLeft = false

  async function ask<T>(question: (broker: Broker) => Promise<T>): Promise<T> {
    const asker = member
    try {
      return await client.use(async (cluster) => {
        if (coordinator?.cluster !== cluster)
          coordinator = {
            cluster,
            broker: await cluster.findGroupCoordinator({ groupId: group }),
          }
        return question(coordinator.broker)
      })
    } catch (error) {
      // the group may have another coordinator by now; where the old one is silent, nothing else tells
      if (!isPlainAnswer(error)) coordinator = null
      else if (asker === member) {
        isOut = true
        if (typeOf(error) === 'UNKNOWN_MEMBER_ID') member = nobody
        onChange()
      }
      throw error
    }
  }

  const beat = async (): Promise<void> => {
    const { memberId, generationId } = member
    await ask((broker) =>
      broker.heartbeat({ groupId: group, groupGenerationId: generationId, memberId }),
    )
  }

  function beatAlways(): void {
    if (hasLeft) return
    timer = setTimeout(() => {
      const beaten = member === nobody ? Promise.resolve() : beat()
      void beaten.catch(() => undefined).then(() => timer && beatAlways())
    }, heartbeatMs)
  }

  function rest(): void {
    if (timer) clearTimeout(timer)
    timer = null
  }

  return {
    isOut: () => isOut,

    async join() {
      rest()
      const joined = await ask((broker) =>
        broker.joinGroup({
          groupId: group,
          sessionTimeout: options.sessionTimeoutMs,
          rebalanceTimeout: rebalanceTimeoutMs,
          memberId: member.memberId,
          groupProtocols: [{ name: protocolName, metadata: encodeSubscription(topics) }],
        }),
      )
      const { memberId, generationId, leaderId, members } = joined
      member = { memberId, generationId }
      const { memberAssignment } = await ask((broker) =>
        broker.syncGroup({
          groupId: group,
          generationId,
          memberId,
          groupAssignment: leaderId === memberId ? assignLanes(members, partitionsOf) : [],
        }),
      )
      const isContinued = last.memberId === memberId && last.generationId + 1 === generationId
      last = member
      isOut = false
      beatAlways()
      return { places: decodeAssignment(memberAssignment), isContinued }
    },

    beat,
    committed: (places) => ask((broker) => committedOf(broker, group, places)),

    async commit(positions) {
      const { memberId, generationId } = member
      await ask((broker) =>
        broker.offsetCommit({
          groupId: group,
          groupGenerationId: generationId,
          memberId,
          topics: toOffsets(positions),
        }),
      )
    },

    async leave() {
      hasLeft = true
      rest()
      const { memberId } = member
      member = nobody
      isOut = true
      if (memberId !== '')
        await ask((broker) => broker.leaveGroup({ groupId: group, memberId })).catch(
          () => undefined,
        )
    },
  }
}
