// Who in a group works on which partition. Members are of this process; two processes over one log
// are kept apart by the check of the position at every commit (subscription.ts), not by this.
import type { Layout, Slot } from './layout.ts'

export interface Member {
  readonly group: string
  readonly topics: readonly string[]
  /** Something has changed: look again. */
  wake(): void
}

export interface Groups {
  join(member: Member): void
  /** Gives up all that the member has. */
  leave(member: Member): void
  /**
   * To be called between two batches: gives up what is due to another member, takes what is due to
   * this one and free, and returns what it has now. So a partition moves when its batch is done.
   */
  settle(member: Member): readonly Slot[]
  isActive(group: string): boolean
}

interface Group {
  readonly members: Member[]
  readonly owners: Map<Slot, Member>
}

export function createGroups(layout: Layout): Groups {
  const groups = new Map<string, Group>()

  /** Partition n of every topic is due to the same member, if it reads them all. */
  function dueTo(group: Group, slot: Slot): Member | undefined {
    const readers = group.members.filter((m) => m.topics.includes(slot.topic))
    return readers[slot.partition % readers.length]
  }

  function wakeOthers(group: Group, member: Member): void {
    for (const other of group.members) if (other !== member) other.wake()
  }

  return {
    join(member) {
      const group = groups.get(member.group) ?? { members: [], owners: new Map<Slot, Member>() }
      groups.set(member.group, group)
      group.members.push(member)
      wakeOthers(group, member)
    },

    leave(member) {
      const group = groups.get(member.group)
      const index = group?.members.indexOf(member) ?? -1
      if (!group || index < 0) return
      group.members.splice(index, 1)
      for (const [slot, owner] of group.owners) if (owner === member) group.owners.delete(slot)
      if (group.members.length === 0) groups.delete(member.group)
      wakeOthers(group, member)
    },

    settle(member) {
      const group = groups.get(member.group)
      if (!group) return []
      const has: Slot[] = []
      let released = false
      for (const slot of member.topics.flatMap((topic) => layout.topics.get(topic) ?? [])) {
        const owner = group.owners.get(slot)
        const isDue = dueTo(group, slot) === member
        if (isDue && (owner === undefined || owner === member)) {
          group.owners.set(slot, member)
          has.push(slot)
        } else if (owner === member) {
          group.owners.delete(slot)
          released = true
        }
      }
      if (released) wakeOthers(group, member)
      return has
    },

    isActive: (group) => groups.has(group),
  }
}
