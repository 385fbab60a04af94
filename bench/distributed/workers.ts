// Runs jobs in the processes of worker.ts, one or several that share a group, and measures their resources.
import { startProgram, type ChildProgram } from '../child-program.ts'
import { cpuSOf } from '../machine.ts'
import type { BenchServers } from './servers.ts'
import type { Job, Spent } from './worker.ts'

export interface Measured {
  readonly ms: number
  /** Processor time of the processes, the broker and the store. */
  readonly ownS: number
  readonly brokerS: number
  readonly storeS: number
  readonly batches: number
}

export type Subject = ChildProgram

export function startSubjects(count: number): Subject[] {
  return Array.from({ length: count }, () => startProgram('bench/distributed/worker.ts'))
}

export async function endSubjects(subjects: readonly Subject[]): Promise<void> {
  await Promise.all(subjects.map((subject) => subject.kill()))
}

/** The measurement is invalid because part of the work was done twice. */
export class WorkRepeated extends Error {}

/** From the start of the first worker to the end of the last, when all together have handled `records`. */
export async function measure(
  servers: BenchServers,
  subjects: readonly Subject[],
  job: Job,
  records: number,
): Promise<Measured> {
  for (const subject of subjects) subject.write(JSON.stringify(job))
  for (const subject of subjects) await subject.line(/^ready$/)
  const [startMs, brokerS, storeS] = [
    performance.now(),
    cpuSOf(servers.brokerPid),
    cpuSOf(servers.storePid),
  ]
  for (const subject of subjects) subject.write('go')
  const spent = await finish(subjects, records)
  const sum = (get: (one: Spent) => number): number =>
    spent.reduce((total, one) => total + get(one), 0)
  return {
    ms: performance.now() - startMs,
    ownS: sum(({ cpuS }) => cpuS),
    brokerS: cpuSOf(servers.brokerPid) - brokerS,
    storeS: cpuSOf(servers.storePid) - storeS,
    batches: sum(({ batches }) => batches),
  }
}

/** Stops the workers when they have handled all records. */
async function finish(subjects: readonly Subject[], records: number): Promise<Spent[]> {
  let handled = 0
  let isStopped = false
  const spent = subjects.map(async (subject): Promise<Spent> => {
    for (;;) {
      const [, count, result] = await subject.line(/^(?:handled (\d+)|spent (.*))$/)
      if (result !== undefined) return JSON.parse(result) as Spent
      handled += Number(count)
      if (handled < records || isStopped) continue
      isStopped = true
      for (const each of subjects) each.write('stop')
    }
  })
  const all = await Promise.all(spent)
  if (handled !== records) throw new WorkRepeated(`${handled} records were handled, of ${records}`)
  return all
}
