// Which member of a group works on which shares. Who comes or goes must not end the works of all: so
// each member tells what it holds (works on, or has been told to end and has not), keeps of it what
// is fair, and nobody is given what another one still holds. Who has ended what it was not left comes
// again and tells, and then it is given on.
import kafkajs from 'kafkajs'
import type { Protocol } from './membership.ts'

const version = 1
/** Shares are partitions of no topic: tools that list members see them with none. */
const noTopics = { topics: [], assignment: {} }

/** `holds`: what is to stay first. */
export function createShareProtocol(
  count: number,
  holds: () => readonly number[],
): Protocol<readonly number[]> {
  const { MemberMetadata, MemberAssignment } = kafkajs.AssignerProtocol
  return {
    name: 'shares',
    toMetadata: () =>
      MemberMetadata.encode({ ...noTopics, version, userData: encodeShares(holds()) }),
    assign(members) {
      const parts = assignShares(
        count,
        members.map(({ memberId, memberMetadata }) => ({
          memberId,
          holds: decodeShares(MemberMetadata.decode(memberMetadata)?.userData),
        })),
      )
      return members.map(({ memberId }) => ({
        memberId,
        memberAssignment: MemberAssignment.encode({
          ...noTopics,
          version,
          userData: encodeShares(parts.get(memberId) ?? []),
        }),
      }))
    },
    decode: (assignment) => decodeShares(MemberAssignment.decode(assignment)?.userData),
  }
}

/** Member to shares. */
export function assignShares(
  count: number,
  members: readonly { readonly memberId: string; readonly holds: readonly number[] }[],
): ReadonlyMap<string, readonly number[]> {
  // who holds much has the larger part, where parts cannot be equal: so the fewest move
  const ordered = members.toSorted(
    (a, b) => b.holds.length - a.holds.length || (a.memberId < b.memberId ? -1 : 1),
  )
  const least = Math.floor(count / members.length)
  const larger = count % members.length
  const free = new Set(Array.from({ length: count }, (_, share) => share))
  const parts = ordered.map(({ memberId, holds }, turn) => {
    const most = turn < larger ? least + 1 : least
    const kept = holds.filter((share) => free.has(share)).slice(0, most)
    for (const share of holds) free.delete(share)
    return { memberId, most, shares: kept }
  })
  for (const { most, shares } of parts)
    for (const share of free) {
      if (shares.length === most) break
      shares.push(share)
      free.delete(share)
    }
  return new Map(parts.map(({ memberId, shares }) => [memberId, shares]))
}

const encodeShares = (shares: readonly number[]): Buffer => Buffer.from(shares.join(' '))

const decodeShares = (bytes: Buffer | undefined): readonly number[] =>
  (bytes?.toString() ?? '').split(' ').filter(Boolean).map(Number)
