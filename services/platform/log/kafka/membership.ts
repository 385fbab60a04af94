// Being a member of a group: joining, the heartbeats that keep the place, finding out that it is
// lost, leaving. The group says who should work on what; that nothing is done twice does not hang
// on it (transactor.ts).
import type { Position } from '../port.ts'
import type { Client } from './client.ts'
import { isPlainAnswer, typeOf } from './failures.ts'
import type { Broker, Cluster, GroupMember, MemberAssignment } from './inside-kafkajs.ts'
import { committedOf, toOffsets, type Committed, type Place } from './offsets.ts'

/** How the members of a group come to know who does what. */
export interface Protocol<Part> {
  /** Members that have another one cannot be in the group. */
  readonly name: string
  /** What we tell at each joining. */
  readonly toMetadata: () => Buffer
  /** What the leader of the group gives to each member. */
  readonly assign: (members: readonly GroupMember[]) => readonly MemberAssignment[]
  readonly decode: (assignment: Buffer) => Part
}

export interface Generation<Part> {
  readonly part: Part
  /** We were in the generation before, too: nobody else has had what we had and still have. */
  readonly isContinued: boolean
}

export interface Membership<Part> {
  /** We are in no generation, or the group is forming a new one. */
  readonly isOut: () => boolean
  /** The group knows us; if not, others may have what was ours. */
  readonly isKnown: () => boolean
  /** Waits until all members have come; null: not for ever, once `signal` is aborted. */
  join(signal: AbortSignal): Promise<Generation<Part> | null>
  /** Asks the group now whether we are still in; rejects if not. */
  beat(): Promise<void>
  committed(places: readonly Place[]): Promise<ReadonlyMap<string, Committed>>
  /** Refused once we are no longer in: a member that was away cannot set a position back. */
  commit(positions: readonly Position[]): Promise<void>
  leave(): Promise<void>
}

/** How soon a member sees that another one has come or gone. */
const heartbeatMs = 300
/** A group may be long in forming: who wants to stop does not wait for it for ever. */
const stopJoiningMs = 5_000

const nobody = { memberId: '', generationId: -1 }

export function createMembership<Part>(options: {
  readonly client: Client
  readonly group: string
  readonly protocol: Protocol<Part>
  /** A member that is silent for longer loses its place. */
  readonly sessionTimeoutMs: number
  /** When the group forms anew, the others wait so long for a member to come. */
  readonly rebalanceTimeoutMs: number
  /** Whether we are out, or known, may have changed. */
  readonly onChange: () => void
}): Membership<Part> {
  const { client, group, protocol, onChange } = options
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

  async function join(): Promise<Generation<Part>> {
    rest()
    const joined = await ask((broker) =>
      broker.joinGroup({
        groupId: group,
        sessionTimeout: options.sessionTimeoutMs,
        rebalanceTimeout: options.rebalanceTimeoutMs,
        memberId: member.memberId,
        groupProtocols: [{ name: protocol.name, metadata: protocol.toMetadata() }],
      }),
    )
    const { memberId, generationId, leaderId, members } = joined
    member = { memberId, generationId }
    const { memberAssignment } = await ask((broker) =>
      broker.syncGroup({
        groupId: group,
        generationId,
        memberId,
        groupAssignment: leaderId === memberId ? protocol.assign(members) : [],
      }),
    )
    const isContinued = last.memberId === memberId && last.generationId + 1 === generationId
    last = member
    isOut = false
    beatAlways()
    return { part: protocol.decode(memberAssignment), isContinued }
  }

  return {
    isOut: () => isOut,
    isKnown: () => member !== nobody,
    join: (signal) => unlessStopped(join(), signal),
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

async function unlessStopped<T>(joining: Promise<T>, signal: AbortSignal): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined
  let giveUp: () => void = () => undefined
  const late = new Promise<null>((resolve) => {
    giveUp = () => (timer = setTimeout(() => resolve(null), stopJoiningMs))
    signal.addEventListener('abort', giveUp)
  })
  try {
    return await Promise.race([joining, late])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', giveUp)
  }
}
