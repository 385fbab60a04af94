// Membership in a Kafka consumer group: joining, heartbeats, detecting that a new join is needed, and
// leaving. The group only decides which member should process what; transactions
// (transactional-producer.ts) guarantee that nothing is processed twice.
import type { Partition, Position } from '../port.ts'
import type { Client } from './client.ts'
import { isExpectedError, kafkaErrorTypeOf } from './failures.ts'
import type { Broker, Cluster, GroupMember, MemberAssignment } from './kafkajs-internals.ts'
import { fetchCommittedOffsets, toRequestOffsets, type CommittedOffset } from './offsets.ts'

/** How a group assigns work to its members. */
export interface AssignmentProtocol<Assignment> {
  /** Name of the protocol. The group rejects members with another protocol. */
  readonly name: string
  /** Returns the bytes that this member sends with each join. */
  readonly toMetadata: () => Buffer
  /**
   * Computes the assignment of each member. It is called only on the member that the group chose as
   * leader.
   */
  readonly assign: (members: readonly GroupMember[]) => readonly MemberAssignment[]
  readonly decode: (assignment: Buffer) => Assignment
}

export interface Generation<Assignment> {
  readonly assignment: Assignment
  /**
   * Whether we were in the previous generation, too. If so, what is still assigned to us was not assigned to another
   * member in between.
   */
  readonly isContinued: boolean
}

export interface Membership<Assignment> {
  /** Returns whether we must join: we are in no generation, or the group is rebalancing. */
  readonly mustJoin: () => boolean
  /** Returns false if the group has removed us. Other members may then have our assignment. */
  readonly hasMemberId: () => boolean
  /**
   * Joins the group and waits until all members have joined. Resolves with null if that takes too long
   * after `signal` aborts.
   */
  join(signal: AbortSignal): Promise<Generation<Assignment> | null>
  /** Sends a heartbeat now; rejects if we are no longer in the current generation. */
  heartbeat(): Promise<void>
  /** Returns the group's committed offsets, by partitionKey. */
  fetchCommittedOffsets(
    partitions: readonly Partition[],
  ): Promise<ReadonlyMap<string, CommittedOffset>>
  /**
   * Commits positions. Rejects if we are no longer in the current generation, so a removed member cannot
   * move positions.
   */
  commit(positions: readonly Position[]): Promise<void>
  leaveGroup(): Promise<void>
}

/**
 * Interval of heartbeats. It is also the delay after which a member learns that another one has joined or
 * left.
 */
const heartbeatMs = 300
/** How long a stopping member waits for a join that is in progress. */
const stopJoiningMs = 5_000

const noMember = { memberId: '', generationId: -1 }

export function createMembership<Assignment>(options: {
  readonly client: Client
  readonly group: string
  readonly protocol: AssignmentProtocol<Assignment>
  /** The group removes a member that sends no heartbeat for this long. */
  readonly sessionTimeoutMs: number
  /**
   * How long a rebalance waits for members to join. The group removes members that have not joined by
   * then.
   */
  readonly rebalanceTimeoutMs: number
  /** Called when mustJoin() or hasMemberId() may have changed. */
  readonly onChange: () => void
}): Membership<Assignment> {
  const { client, group, protocol, onChange } = options
  let member = noMember
  /** The last generation whose assignment we received. */
  let last = noMember
  let mustJoin = true
  const askCoordinator = createCoordinatorSender(client, group)
  const heartbeats = createHeartbeatTimer(async () => {
    if (member !== noMember) await heartbeat()
  })
  let hasLeft = false

  async function request<T>(send: (broker: Broker) => Promise<T>): Promise<T> {
    const sender = member
    try {
      return await askCoordinator(send)
    } catch (error) {
      if (isExpectedError(error) && sender === member) {
        mustJoin = true
        if (kafkaErrorTypeOf(error) === 'UNKNOWN_MEMBER_ID') member = noMember
        onChange()
      }
      throw error
    }
  }

  const heartbeat = async (): Promise<void> => {
    const { memberId, generationId } = member
    await request((broker) =>
      broker.heartbeat({ groupId: group, groupGenerationId: generationId, memberId }),
    )
  }

  async function join(): Promise<Generation<Assignment>> {
    heartbeats.stop()
    const joined = await request((broker) =>
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
    const { memberAssignment } = await request((broker) =>
      broker.syncGroup({
        groupId: group,
        generationId,
        memberId,
        groupAssignment: leaderId === memberId ? protocol.assign(members) : [],
      }),
    )
    const isContinued = last.memberId === memberId && last.generationId + 1 === generationId
    last = member
    mustJoin = false
    if (!hasLeft) heartbeats.start()
    return { assignment: protocol.decode(memberAssignment), isContinued }
  }

  return {
    mustJoin: () => mustJoin,
    hasMemberId: () => member !== noMember,
    join: (signal) => joinUnlessStopped(join(), signal),
    heartbeat,
    fetchCommittedOffsets: (partitions) =>
      request((broker) => fetchCommittedOffsets(broker, group, partitions)),

    async commit(positions) {
      const { memberId, generationId } = member
      await request((broker) =>
        broker.offsetCommit({
          groupId: group,
          groupGenerationId: generationId,
          memberId,
          topics: toRequestOffsets(positions),
        }),
      )
    },

    async leaveGroup() {
      hasLeft = true
      heartbeats.stop()
      const { memberId } = member
      member = noMember
      mustJoin = true
      if (memberId !== '')
        await request((broker) => broker.leaveGroup({ groupId: group, memberId })).catch(
          () => undefined,
        )
    },
  }
}

/**
 * Returns a function that sends a request to the group's coordinator. The coordinator is looked up if
 * necessary.
 */
function createCoordinatorSender(client: Client, group: string) {
  let known: { readonly cluster: Cluster; readonly broker: Broker } | null = null
  return async <T>(send: (broker: Broker) => Promise<T>): Promise<T> => {
    try {
      return await client.withCluster(async (cluster) => {
        if (known?.cluster !== cluster)
          known = { cluster, broker: await cluster.findGroupCoordinator({ groupId: group }) }
        return send(known.broker)
      })
    } catch (error) {
      // look up the coordinator again: it may be another broker by now, and a dead coordinator does not report that
      if (!isExpectedError(error)) known = null
      throw error
    }
  }
}

/** Returns a timer that calls `send` with pauses of `heartbeatMs`. */
function createHeartbeatTimer(send: () => Promise<void>) {
  let timer: NodeJS.Timeout | null = null
  function start(): void {
    timer = setTimeout(() => {
      void send()
        .catch(() => undefined)
        .then(() => timer && start())
    }, heartbeatMs)
  }
  return {
    start,
    stop(): void {
      if (timer) clearTimeout(timer)
      timer = null
    },
  }
}

/**
 * Resolves as `joining` does, or with null if the join takes longer than `stopJoiningMs` after the signal
 * has aborted.
 */
async function joinUnlessStopped<T>(joining: Promise<T>, signal: AbortSignal): Promise<T | null> {
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
