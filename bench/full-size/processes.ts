// The processes of the service by name, and what they use.
import { readFileSync } from 'node:fs'
import { childrenOf, cpuSOf, residentMiBOf } from '../machine.ts'

export interface ProcessUse {
  /** The roles of the process; `main` for the one that starts the others, `store` for the embedded store. */
  readonly name: string
  /** Memory without file mappings. */
  readonly memoryMiB: number
  /** Processor time since the start of the process. */
  readonly cpuS: number
}

/** Measures the program and all its descendants. */
export function usesOf(mainPid: number): readonly ProcessUse[] {
  return treeOf(mainPid).map((pid) => ({
    name: nameOf(pid),
    memoryMiB: residentMiBOf(pid).own,
    cpuS: cpuSOf(pid),
  }))
}

function treeOf(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(treeOf)]
}

function nameOf(pid: number): string {
  const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').filter(Boolean)
  const program = words.findIndex((word) => word.endsWith('.js'))
  const roles = words.slice(program + 1).filter((word) => /^[a-z]+$/.test(word))
  if (roles.length > 0) return roles.join('+')
  return words[program]?.includes('chdb') === true ? 'store' : 'main'
}

/** `name number, name number ...` */
export function listUses(uses: readonly ProcessUse[], what: 'memoryMiB' | 'cpuS'): string {
  return uses.map((use) => `${use.name} ${use[what].toFixed(0)}`).join(', ')
}
