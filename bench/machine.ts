// The machine that a benchmark runs on, and how much of its processors two processes have used.
import { readFileSync } from 'node:fs'
import { cpus, release, totalmem, type } from 'node:os'

export function describeMachine(): string {
  const cores = cpus()
  const memoryGiB = (totalmem() / 2 ** 30).toFixed(0)
  return `${cores.length} cores (${cores[0]?.model.trim()}), ${memoryGiB} GiB, ${type()} ${release()}, Node ${process.version}\n`
}

/** Seconds of processor time of this process, all its threads. */
export function ownCpuS(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** Seconds of processor time of another process; Linux only. */
export function cpuSOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // the second field, in brackets, is the name and may hold anything
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const ticksPerS = 100
  return (Number(fields[11]) + Number(fields[12])) / ticksPerS
}

/** MiB that a process has in memory: all, and without what it only maps from files; Linux only. */
export function residentMiBOf(pid: number): { readonly all: number; readonly own: number } {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8')
  return {
    all: Number(/^VmRSS:\s+(\d+)/m.exec(text)?.[1]) / 1024,
    own: Number(/^RssAnon:\s+(\d+)/m.exec(text)?.[1]) / 1024,
  }
}

export function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
  return text.split(' ').filter(Boolean).map(Number)
}
