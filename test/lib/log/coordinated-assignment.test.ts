// Which member of a group is assigned which coordinated tasks, also while two versions of the service with
// different tasks are in one group.
import { describe, expect, it } from '@jest/globals'
import {
  assignCoordinatedTasks,
  type CoordinatedMember,
} from '../../../services/lib/log/coordinated-assignment.ts'
import { createSeededRandom, type SeededRandom } from '../../support/random.ts'

type Assignment = Record<string, readonly string[]>

const abcd = ['a', 'b', 'c', 'd']
const abcde = [...abcd, 'e']

/** Members that list the same tasks, and hold the given ones. */
const assign = (tasks: readonly string[], held: Assignment): Assignment =>
  assignAll(Object.entries(held).map(([memberId, own]) => ({ memberId, tasks, held: own })))

const assignAll = (members: readonly CoordinatedMember[]): Assignment =>
  Object.fromEntries(assignCoordinatedTasks(members))

describe('the assignment of coordinated tasks', () => {
  it.each<[string, readonly string[], Assignment, Assignment]>([
    ['everything to the only member', ['a', 'b', 'c'], { m: [] }, { m: ['a', 'b', 'c'] }],
    ['no task that another member holds', abcd, { m: abcd, n: [] }, { m: ['a', 'b'], n: [] }],
    [
      'the tasks that the other member has ended',
      abcd,
      { m: ['a', 'b'], n: [] },
      { m: ['a', 'b'], n: ['c', 'd'] },
    ],
    [
      'the held tasks, if that is balanced',
      abcde,
      { m: ['e', 'b'], n: ['a', 'd', 'c'] },
      { m: ['e', 'b'], n: ['a', 'd', 'c'] },
    ],
    [
      'the tasks of a removed member to the others',
      abcde,
      { m: ['a', 'd'], n: ['b'] },
      { m: ['a', 'd', 'e'], n: ['b', 'c'] },
    ],
    ['nothing to a member too many', ['a'], { m: [], n: ['a'] }, { m: [], n: ['a'] }],
    [
      'one task to one of two members that hold it',
      ['a', 'b'],
      { m: ['a'], n: ['a'] },
      { m: ['a'], n: ['b'] },
    ],
    ['no task that nobody lists', ['a', 'b'], { m: ['z', 'b'], n: [] }, { m: ['b'], n: ['a'] }],
    [
      'the fewest moves: only the fullest member gives up tasks',
      ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'],
      { m: ['a', 'b', 'c'], n: ['d', 'e', 'f', 'g', 'h', 'i'], o: [] },
      { m: ['a', 'b', 'c'], n: ['d', 'e', 'f'], o: [] },
    ],
    [
      'an added task, and moves no other',
      ['a', 'new', 'b', 'c', 'd'],
      { m: ['a', 'c'], n: ['b', 'd'] },
      { m: ['a', 'c', 'new'], n: ['b', 'd'] },
    ],
  ])('gives %s', (_, tasks, held, expected) => {
    expect(assign(tasks, held)).toEqual(expected)
  })

  it('gives an added task to the member that lists it, and leaves a removed one where it is', () => {
    const members = [
      { memberId: 'old', tasks: ['a', 'b', 'removed'], held: ['a', 'removed'] },
      { memberId: 'new', tasks: ['a', 'b', 'added'], held: ['b'] },
    ]
    expect(assignAll(members)).toEqual({ old: ['a', 'removed'], new: ['b', 'added'] })
  })

  it('makes room on the only member that lists many tasks', () => {
    const members = [
      { memberId: 'old', tasks: ['a', 'b'], held: ['a'] },
      { memberId: 'new', tasks: ['a', 'b', 'x', 'y', 'z'], held: ['b'] },
    ]
    const first = assignAll(members)
    expect(first).toEqual({ old: ['a'], new: ['x', 'y', 'z'] })
    const next = members.map((one) => ({ ...one, held: first[one.memberId] ?? [] }))
    expect(assignAll(next)).toEqual({ old: ['a', 'b'], new: ['x', 'y', 'z'] })
  })

  it.each([
    ['the same tasks', () => abcdef],
    ['tasks of two versions', (random: SeededRandom) => (random.below(2) ? abcdef : older)],
    ['any tasks', (random: SeededRandom) => abcdef.filter(() => random.below(3) > 0)],
  ])('settles, and never gives a task to two members, with %s', (_, listOf) => {
    const random = createSeededRandom()
    let members: readonly CoordinatedMember[] = []
    for (let round = 0; round < 300; round += 1) {
      members = members.filter(() => random.below(10) > 0)
      if (members.length === 0 || random.below(3) === 0)
        members = [...members, { memberId: `m${round}`, tasks: listOf(random), held: [] }]
      members = settle(members, random.seed)
      expectBalanced(members, random.seed)
    }
  })
})

const abcdef = 'abcdefghijkl'.split('')
/** Without two tasks of the newer version, with one that it does not have. */
const older = 'bcdfghijklz'.split('')
/** At most so many assignments until nothing moves any more. */
const maxRounds = 5

/** Every member ends the tasks that it is not assigned any more, until nothing changes. */
function settle(
  members: readonly CoordinatedMember[],
  seed: unknown,
): readonly CoordinatedMember[] {
  let now = members
  for (let round = 0; round < maxRounds; round += 1) {
    const assigned = assignAll(now)
    const wrong = now.flatMap(({ memberId, tasks }) => {
      const others = now.filter((other) => other.memberId !== memberId)
      const heldByOthers = others.flatMap(({ held }) => held)
      const own = assigned[memberId] ?? []
      return own.filter((task) => !tasks.includes(task) || heldByOthers.includes(task))
    })
    expect([seed, wrong]).toEqual([seed, []])
    const next = now.map((one) => ({ ...one, held: assigned[one.memberId] ?? [] }))
    if (JSON.stringify(next) === JSON.stringify(now)) return now
    now = next
  }
  throw new Error(`seed ${String(seed)}: tasks still move after ${maxRounds} assignments`)
}

function expectBalanced(members: readonly CoordinatedMember[], seed: unknown): void {
  const listed = [...new Set(members.flatMap(({ tasks }) => tasks))].toSorted()
  expect([seed, members.flatMap(({ held }) => held).toSorted()]).toEqual([seed, listed])
  const unbalanced = members.filter(({ held }) =>
    members.some(
      (other) =>
        held.length > other.held.length + 1 && held.some((task) => other.tasks.includes(task)),
    ),
  )
  expect([seed, unbalanced]).toEqual([seed, []])
}
