// Assigns the partitions of a subscription's topics to the members of its group. A task is partition n of
// every topic; all its partitions go to one member, because a task has one transactional id.
import kafkajs from 'kafkajs'
import type { Partition } from '../port.ts'
import type { GroupMember, MemberAssignment } from './kafkajs-internals.ts'
import type { AssignmentProtocol } from './membership.ts'

const version = 1

export function createPartitionProtocol(
  topics: readonly string[],
  partitionsOf: (topic: string) => number,
): AssignmentProtocol<readonly Partition[]> {
  return {
    name: 'lanes',
    toMetadata: () => encodeSubscription(topics),
    assign: (members) => assignTasks(members, partitionsOf),
    decode: decodeAssignment,
  }
}

export function encodeSubscription(topics: readonly string[]): Buffer {
  return kafkajs.AssignerProtocol.MemberMetadata.encode({
    version,
    topics: [...topics],
    userData: Buffer.alloc(0),
  })
}

export function decodeAssignment(bytes: Buffer): readonly Partition[] {
  const decoded = kafkajs.AssignerProtocol.MemberAssignment.decode(bytes)
  return Object.entries(decoded?.assignment ?? {}).flatMap(([topic, partitions]) =>
    partitions.map((partition) => ({ topic, partition })),
  )
}

/** Distributes the tasks to the members, round-robin. It is called on the leader of the group. */
export function assignTasks(
  members: readonly GroupMember[],
  partitionsOf: (topic: string) => number,
): readonly MemberAssignment[] {
  const subscribed = members.map(({ memberId, memberMetadata }) => ({
    memberId,
    topics: kafkajs.AssignerProtocol.MemberMetadata.decode(memberMetadata)?.topics ?? [],
  }))
  // during a rolling upgrade members may differ in their topics: only the members with the most topics get tasks
  const most = Math.max(...subscribed.map(({ topics }) => topics.length))
  const workers = subscribed
    .filter(({ topics }) => topics.length === most)
    .toSorted((a, b) => (a.memberId < b.memberId ? -1 : 1))
  return subscribed.map(({ memberId, topics }) => {
    const index = workers.findIndex((w) => w.memberId === memberId)
    const assignment = Object.fromEntries(
      topics.map((topic) => [
        topic,
        index < 0 ? [] : taskNumbersOfMember(index, workers.length, partitionsOf(topic)),
      ]),
    )
    return {
      memberId,
      memberAssignment: kafkajs.AssignerProtocol.MemberAssignment.encode({
        version,
        assignment,
        userData: Buffer.alloc(0),
      }),
    }
  })
}

function taskNumbersOfMember(index: number, memberCount: number, partitions: number): number[] {
  return Array.from({ length: partitions }, (_, n) => n).filter((n) => n % memberCount === index)
}
