// The assignment protocol of a Kafka group that runs coordinated tasks. It works like incremental
// cooperative rebalancing: a member that has ended a revoked task joins again, and then the task is
// assigned to another member. Members may list different tasks, so that versions of the service can be
// mixed.
import kafkajs from 'kafkajs'
import { assignCoordinatedTasks, type CoordinatedMember } from '../coordinated-assignment.ts'
import type { AssignmentProtocol } from './membership.ts'

const version = 1
/**
 * The tasks are not partitions of a topic, so tools that list group members show these members without
 * partitions.
 */
const noTopics = { topics: [], assignment: {} }

/**
 * Creates the protocol for one member. `heldTasks` returns the tasks that the member runs. If a
 * rebalance takes tasks from the member, it keeps those at the beginning of this list.
 */
export function createCoordinatedProtocol(
  tasks: readonly string[],
  heldTasks: () => readonly string[],
): AssignmentProtocol<readonly string[]> {
  const { MemberMetadata, MemberAssignment } = kafkajs.AssignerProtocol
  return {
    name: 'named-tasks',
    toMetadata: () =>
      MemberMetadata.encode({
        ...noTopics,
        version,
        userData: encode({ tasks, held: heldTasks() }),
      }),
    assign(members) {
      const assignments = assignCoordinatedTasks(
        members.map(({ memberId, memberMetadata }) => ({
          memberId,
          ...decodeJson<Omit<CoordinatedMember, 'memberId'>>(
            MemberMetadata.decode(memberMetadata)?.userData,
            { tasks: [], held: [] },
          ),
        })),
      )
      return members.map(({ memberId }) => ({
        memberId,
        memberAssignment: MemberAssignment.encode({
          ...noTopics,
          version,
          userData: encode(assignments.get(memberId) ?? []),
        }),
      }))
    },
    decode: (assignment) =>
      decodeJson<readonly string[]>(MemberAssignment.decode(assignment)?.userData, []),
  }
}

const encode = (value: unknown): Buffer => Buffer.from(JSON.stringify(value))

/**
 * Decodes the JSON of a member, or returns `fallback` if there are no bytes. The group admits only members
 * with this protocol, so other bytes do not occur.
 */
function decodeJson<T>(bytes: Buffer | undefined, fallback: T): T {
  return bytes?.length ? (JSON.parse(bytes.toString()) as T) : fallback
}
