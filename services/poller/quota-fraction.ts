// Computes the fraction of a platform's request limits that this process may use, from its assigned
// tasks.
import type { QuotaFraction } from '../platforms/quota-fraction.ts'
import { marketTaskCount, type PollerTask } from './tasks.ts'
import type { Platform } from '../../schemas/generated/events.ts'

export function createQuotaFraction(
  platform: Platform,
  assignedTasks: ReadonlySet<PollerTask>,
): QuotaFraction {
  return ({ platformWide, markets }) => {
    let platformTasks = 0
    let marketTasks = 0
    for (const task of assignedTasks) {
      if (task.kind === 'markets') marketTasks += 1
      else if (task.platform === platform) platformTasks += 1
    }
    const weight = platformWide * platformTasks + (markets * marketTasks) / marketTaskCount
    return Math.min(1, weight / (platformWide + markets))
  }
}
