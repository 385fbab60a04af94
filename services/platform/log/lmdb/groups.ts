// Who in a group works on what: partitions, or shares. Members are of this process; two processes over
// one log are kept apart by the check of the position at every commit (subscription.ts) and by the
// writers of the shares, not by this.

export interface Member<T> {
  readonly group: string
  /** What it would work on, were it alone. */
  readonly wants: readonly T[]
  /** Something has changed: look again. */
  wake(): void
}

export interface Groups<T> {
  join(member: Member<T>): void
  /** Gives up all that the member has. */
  leave(member: Member<T>): void
  /**
   * Gives up what is due to another member, but for what it is still busy with; takes what is due to
   * this one and free; returns what it has and is due to it. So a partition moves when its batch is
   * done, and a share when its work has ended.
   */
  settle(member: Member<T>, isBusy?: (thing: T) => boolean): readonly T[]
  isActive(group: string): boolean
}

interface Group<T> {
  readonly members: Member<T>[]
  readonly owners: Map<T, Member<T>>
}

/** Things of the same number are due to the same member, if it wants them all. */
export function createGroups<T>(numberOf: (thing: T) => number): Groups<T> {
  const groups = new Map<string, Group<T>>()

  function dueTo(group: Group<T>, thing: T): Member<T> | undefined {
    const wanting = group.members.filter((m) => m.wants.includes(thing))
    return wanting[numberOf(thing) % wanting.length]
  }

  function wakeOthers(group: Group<T>, member: Member<T>): void {
    for (const other of group.members) if (other !== member) other.wake()
  }

  return {
    join(member) {
      const group = groups.get(member.group) ?? { members: [], owners: new Map<T, Member<T>>() }
      groups.set(member.group, group)
      group.members.push(member)
      wakeOthers(group, member)
    },

    leave(member) {
      const group = groups.get(member.group)
      const index = group?.members.indexOf(member) ?? -1
      if (!group || index < 0) return
      group.members.splice(index, 1)
      for (const [thing, owner] of group.owners) if (owner === member) group.owners.delete(thing)
      if (group.members.length === 0) groups.delete(member.group)
      wakeOthers(group, member)
    },

    settle(member, isBusy = () => false) {
      const group = groups.get(member.group)
      if (!group) return []
      const has: T[] = []
      let released = false
      for (const thing of member.wants) {
        const owner = group.owners.get(thing)
        const isDue = dueTo(group, thing) === member
        if (isDue && (owner === undefined || owner === member)) {
          group.owners.set(thing, member)
          has.push(thing)
        } else if (owner === member && !isBusy(thing)) {
          group.owners.delete(thing)
          released = true
        }
      }
      if (released) wakeOthers(group, member)
      return has
    },

    isActive: (group) => groups.has(group),
  }
}
