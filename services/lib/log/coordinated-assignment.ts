// Divides coordinated tasks among the members of a group, for both log adapters:
// 1. Each task goes to one of the members that list it.
// 2. No task is assigned to a member while another member holds it. A holder that is not assigned its
//    task any more ends it; the next assignment gives the task to its new member.
// 3. Members have equally many tasks, as far as their lists allow.
// 4. A member keeps the tasks that it holds, except those that must move for rule 3. So a member that
//    joins or leaves, or a task that is added, does not interrupt the other tasks.

export interface CoordinatedMember {
  readonly memberId: string
  /** The names of all tasks that the member can run. */
  readonly tasks: readonly string[]
  /** The tasks that the member runs or is still ending. Tasks that come first are kept first. */
  readonly held: readonly string[]
}

interface PlannedMember extends CoordinatedMember {
  /** The tasks that the member will have once all other members have ended them. */
  readonly intended: string[]
}

/** Returns the tasks of each member, by member id. */
export function assignCoordinatedTasks(
  members: readonly CoordinatedMember[],
): ReadonlyMap<string, readonly string[]> {
  const holders = new Map<string, string>()
  for (const { memberId, held } of members)
    for (const task of held) if (!holders.has(task)) holders.set(task, memberId)
  const all = members.map((member): PlannedMember => {
    const { memberId, tasks, held } = member
    const kept = held.filter((task) => tasks.includes(task) && holders.get(task) === memberId)
    return { ...member, intended: kept }
  })
  for (const task of new Set(members.flatMap(({ tasks }) => tasks)))
    if (!all.some(({ intended }) => intended.includes(task)))
      findLeastLoadedMember(all, task)?.intended.push(task)
  balanceTaskCounts(all)
  return new Map(
    all.map(({ memberId, intended }) => [
      memberId,
      intended.filter((task) => (holders.get(task) ?? memberId) === memberId),
    ]),
  )
}

/** Returns the member with the fewest tasks among those that list the task. */
function findLeastLoadedMember(
  all: readonly PlannedMember[],
  task: string,
): PlannedMember | undefined {
  return sortByTaskCount(all).find(({ tasks }) => tasks.includes(task))
}

const sortByTaskCount = (all: readonly PlannedMember[]): readonly PlannedMember[] =>
  all.toSorted((a, b) => a.intended.length - b.intended.length)

/**
 * Moves tasks until no move makes the numbers of tasks more equal. It ends because each move reduces the
 * sum of the squares of these numbers.
 */
function balanceTaskCounts(all: readonly PlannedMember[]): void {
  while (
    sortByTaskCount(all)
      .toReversed()
      .some((member) => moveOneTask(all, member))
  );
}

/**
 * Moves one task of a member to a member with at least two fewer tasks. The member's least preferred
 * tasks are tried first. Returns whether a task was moved.
 */
function moveOneTask(all: readonly PlannedMember[], { intended }: PlannedMember): boolean {
  const task = intended.findLast(
    (one) => (findLeastLoadedMember(all, one)?.intended.length ?? Infinity) < intended.length - 1,
  )
  if (task === undefined) return false
  findLeastLoadedMember(all, task)?.intended.push(task)
  intended.splice(intended.indexOf(task), 1)
  return true
}
