// The fraction of a platform's limits that each process may use: together never more than 1.
import { describe, expect, it } from '@jest/globals'
import { assignCoordinatedTasks } from '../../services/lib/log/coordinated-assignment.ts'
import {
  marketTaskCount,
  marketTasks,
  platformTasks,
  pollerTasks,
  type PollerTask,
} from '../../services/poller/tasks.ts'
import { createQuotaFraction } from '../../services/poller/quota-fraction.ts'
import { createRandom } from '../../simulator/random.ts'

const weights = [
  { platformWide: 1, markets: 1 },
  { platformWide: 1, markets: 3 },
  { platformWide: 0, markets: 1 },
]
const platforms = ['platform_a', 'platform_b'] as const

describe('the quota fraction', () => {
  it.each(platforms)('is exactly 1 for a process that is alone, on %s', (platform) => {
    const fraction = createQuotaFraction(platform, new Set(pollerTasks))
    for (const one of weights) expect(fraction(one)).toBe(1)
  })

  it('is 0 without a task, and changes with the assigned tasks', () => {
    const assigned = new Set<PollerTask>()
    const fraction = createQuotaFraction('platform_b', assigned)
    expect(fraction({ platformWide: 1, markets: 3 })).toBe(0)
    for (const task of pollerTasks) if (task.kind === 'platform') assigned.add(task)
    expect(fraction({ platformWide: 1, markets: 3 })).toBe(0.25)
    for (const task of marketTasks.slice(0, 6)) assigned.add(task)
    expect(fraction({ platformWide: 1, markets: 3 })).toBe(0.25 + 0.375)
    assigned.clear()
    expect(fraction({ platformWide: 1, markets: 3 })).toBe(0)
  })

  it.each([1, 2, 3])('of all processes together is 1 (seed %i)', (seed) => {
    const random = createRandom(seed).next
    const processes = Array.from({ length: 4 }, () => new Set<PollerTask>())
    for (const task of pollerTasks) processes[Math.floor(random() * 4)]?.add(task)
    for (const platform of platforms)
      for (const one of weights) {
        const fractions = processes.map((assigned) => createQuotaFraction(platform, assigned)(one))
        expect(fractions.reduce((sum, fraction) => sum + fraction, 0)).toBeCloseTo(1, 9)
      }
  })
})

describe('the tasks', () => {
  it('are one per platform and one per partition of the markets', () => {
    expect(pollerTasks).toHaveLength(marketTaskCount + platforms.length)
    expect(new Set(pollerTasks.map(({ name }) => name)).size).toBe(pollerTasks.length)
  })

  const names = platformTasks.map(({ name }) => name)

  it.each([
    ['together', []],
    ['one after the other', names],
  ])('give each of two members that join %s the task of a platform', (_, heldByFirst) => {
    let members = [heldByFirst, []].map((held, index) => ({
      memberId: `member ${index}`,
      tasks: names,
      held,
    }))
    for (let round = 0; round < 2; round += 1) {
      const assigned = assignCoordinatedTasks(members)
      members = members.map((one) => ({ ...one, held: [...(assigned.get(one.memberId) ?? [])] }))
    }
    const ofPlatforms = members.map(({ held }) =>
      held.filter((name) => platforms.some((platform) => platform === name)),
    )
    expect(ofPlatforms).toEqual([['platform_a'], ['platform_b']])
  })
})
