// Decides which member of a group has which partitions. All members belong to this process. If another process
// consumes as the same group, only the commits detect it: each subscription compares the stored position of the group
// with the position from which it has read (subscription.ts).
import type { PartitionTree } from './layout.ts'

export interface GroupMember {
  readonly group: string
  /** The partitions that this member would have if it were the only one. */
  readonly eligible: readonly PartitionTree[]
  /** Called when the assignment may have changed. The member must then call updateAssignment(). */
  notify(): void
}

export interface Groups {
  join(member: GroupMember): void
  /** Releases all partitions of the member. */
  leaveGroup(member: GroupMember): void
  /**
   * Releases the partitions that are intended for another member, takes the free partitions that are
   * intended for this member, and returns the partitions that this member now has. The member calls this
   * between two batches, so a partition moves only after its batch has ended.
   */
  updateAssignment(member: GroupMember): readonly PartitionTree[]
  isActive(group: string): boolean
}

interface Group {
  readonly members: GroupMember[]
  readonly owners: Map<PartitionTree, GroupMember>
}

export function createGroups(): Groups {
  const groups = new Map<string, Group>()

  /**
   * Returns the member that should have the partition. Partition n of all topics goes to the same member,
   * if that member is eligible for all of them.
   */
  function findIntendedOwner(group: Group, tree: PartitionTree): GroupMember | undefined {
    const candidates = group.members.filter((m) => m.eligible.includes(tree))
    return candidates[tree.partition % candidates.length]
  }

  function notifyOtherMembers(group: Group, member: GroupMember): void {
    for (const other of group.members) if (other !== member) other.notify()
  }

  return {
    join(member) {
      const group = groups.get(member.group) ?? {
        members: [],
        owners: new Map<PartitionTree, GroupMember>(),
      }
      groups.set(member.group, group)
      group.members.push(member)
      notifyOtherMembers(group, member)
    },

    leaveGroup(member) {
      const group = groups.get(member.group)
      const index = group?.members.indexOf(member) ?? -1
      if (!group || index < 0) return
      group.members.splice(index, 1)
      for (const [tree, owner] of group.owners) if (owner === member) group.owners.delete(tree)
      if (group.members.length === 0) groups.delete(member.group)
      notifyOtherMembers(group, member)
    },

    updateAssignment(member) {
      const group = groups.get(member.group)
      if (!group) return []
      const assigned: PartitionTree[] = []
      let hasReleased = false
      for (const tree of member.eligible) {
        const owner = group.owners.get(tree)
        const isIntended = findIntendedOwner(group, tree) === member
        if (isIntended && (owner === undefined || owner === member)) {
          group.owners.set(tree, member)
          assigned.push(tree)
        } else if (owner === member) {
          group.owners.delete(tree)
          hasReleased = true
        }
      }
      if (hasReleased) notifyOtherMembers(group, member)
      return assigned
    },

    isActive: (group) => groups.has(group),
  }
}
