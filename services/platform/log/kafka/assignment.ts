// Which member of a group works on which partitions. A lane is partition n of every topic of the
// group; lanes are given out whole, because a lane has one transactional id.
import kafkajs from 'kafkajs'
import type { GroupMember, MemberAssignment } from './inside-kafkajs.ts'
import type { Protocol } from './membership.ts'
import type { Place } from './offsets.ts'

const version = 1

export function createLaneProtocol(
  topics: readonly string[],
  partitionsOf: (topic: string) => number,
): Protocol<readonly Place[]> {
  return {
    name: 'lanes',
    toMetadata: () => encodeSubscription(topics),
    assign: (members) => assignLanes(members, partitionsOf),
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

export function decodeAssignment(bytes: Buffer): readonly Place[] {
  const decoded = kafkajs.AssignerProtocol.MemberAssignment.decode(bytes)
  return Object.entries(decoded?.assignment ?? {}).flatMap(([topic, partitions]) =>
    partitions.map((partition) => ({ topic, partition })),
  )
}

/** What the leader of a group gives to each member: lanes in turn. */
export function assignLanes(
  members: readonly GroupMember[],
  partitionsOf: (topic: string) => number,
): readonly MemberAssignment[] {
  const subscribed = members.map(({ memberId, memberMetadata }) => ({
    memberId,
    topics: kafkajs.AssignerProtocol.MemberMetadata.decode(memberMetadata)?.topics ?? [],
  }))
  // while versions with fewer topics are still there, those with more do the work
  const most = Math.max(...subscribed.map(({ topics }) => topics.length))
  const workers = subscribed
    .filter(({ topics }) => topics.length === most)
    .toSorted((a, b) => (a.memberId < b.memberId ? -1 : 1))
  return subscribed.map(({ memberId, topics }) => {
    const turn = workers.findIndex((w) => w.memberId === memberId)
    const assignment = Object.fromEntries(
      topics.map((topic) => [
        topic,
        turn < 0 ? [] : lanesOf(turn, workers.length, partitionsOf(topic)),
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

function lanesOf(turn: number, workers: number, partitions: number): number[] {
  return Array.from({ length: partitions }, (_, n) => n).filter((n) => n % workers === turn)
}
