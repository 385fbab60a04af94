// The machine of a benchmark, and the processor time of its processes.
import { readFileSync } from 'node:fs'
import { cpus, release, totalmem, type } from 'node:os'

export function describeMachine(): string {
  const cores = cpus()
  const memoryGiB = (totalmem() / 2 ** 30).toFixed(0)
  return `${cores.length} cores (${cores[0]?.model.trim()}), ${memoryGiB} GiB, ${type()} ${release()}, Node ${process.version}\n`
}

/** Processor seconds of this process, all threads. */
export function ownCpuS(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** Processor seconds of another process; Linux only. */
export function cpuSOf(pid: number): number {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // the second field is the name in parentheses, which may contain any character
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const ticksPerS = 100
  return (Number(fields[11]) + Number(fields[12])) / ticksPerS
}

/** Resident memory of a process in MiB: all, and without file mappings; Linux only. */
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
