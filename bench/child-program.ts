// Starts our programs as child processes for benchmarks, and communicates with them line by line.
import { spawn, type ChildProcess } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export interface ChildProgram {
  readonly pid: number
  /** The next matching line of stdout; earlier lines are skipped. Rejects when the program ends first. */
  line(pattern: RegExp): Promise<RegExpExecArray>
  write(line: string): void
  /** Sends SIGKILL, as in a crash. */
  kill(): Promise<void>
  /** Sends SIGTERM, and resolves when the program has ended. */
  stop(): Promise<void>
}

/** The child processes end with this process, unless this process is killed with SIGKILL. */
const running = new Set<ChildProcess>()
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')))
process.once('SIGINT', () => process.exit(130))
process.once('SIGTERM', () => process.exit(143))

/**
 * `path`: relative to the root of the project, or absolute; TypeScript or JavaScript. `isDetached`: the program has a
 * session of its own, as other programs of a machine have. With autogroup, Linux then divides the processors between
 * the sessions, whatever the niceness of their programs is (docs/decisions/076-priorities-of-processes.md).
 */
export function startProgram(
  path: string,
  env: Readonly<Record<string, string>> = {},
  args: readonly string[] = [],
  { isDetached = false } = {},
): ChildProgram {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const options = path.endsWith('.ts') ? ['--import', 'tsx'] : ['--enable-source-maps']
  const child = spawn(process.execPath, [...options, path, ...args], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
    detached: isDetached,
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  running.add(child)
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  void ended.then(() => running.delete(child))
  if (child.pid === undefined) throw new Error(`${path} could not be started`)
  return {
    pid: child.pid,
    async line(pattern) {
      for (let next = await lines.next(); next.done !== true; next = await lines.next()) {
        const match = pattern.exec(next.value)
        if (match !== null) return match
      }
      throw new Error(`${path} ended before it said ${String(pattern)}`)
    },
    write: (line) => void child.stdin.write(`${line}\n`),
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
