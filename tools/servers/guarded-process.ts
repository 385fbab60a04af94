// A child process that cannot outlive the test run. A shell between the test run and the process kills the
// process as soon as the standard input of the shell ends. This works even when the test run is killed with
// SIGKILL.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Socket } from 'node:net'
import { createInterface } from 'node:readline'

export interface GuardedProcess {
  readonly pid: number
  /** SIGTERM asks the process to stop, SIGKILL ends it at once, SIGSTOP freezes it, SIGCONT resumes it. */
  signal(signal: 'SIGTERM' | 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void
  hasEnded(): boolean
  /** Resolves with the exit status when the process has ended: 128 plus the signal's number after a signal. */
  readonly ended: Promise<number>
  /** Kills the process; resolves when it has ended. The end of the test run kills the process, too. */
  kill(): Promise<void>
  /** The content of the log file: output of this process and of earlier ones with the same `logPath`. */
  output(): Promise<string>
}

interface GuardedProcessOptions {
  readonly command: readonly string[]
  readonly logPath: string
  /** A folder to delete if the run ends without `kill`; null: none. */
  readonly folder: string | null
  /** The environment variables of the process. Default: `process.env`. */
  readonly env?: Readonly<Record<string, string | undefined>>
}

/**
 * Time within which all threads of a process must have stopped after SIGSTOP. Only a thread that waits for a disk takes
 * long.
 */
const stopWithinMs = 30_000

// Protocol of the shell script:
// 1. The shell writes two lines: the process id, and later the exit status.
// 2. kill() writes two lines and ends the input. The watcher waits for the first line, then kills the
//    process. If the input ends without lines, the run has ended: the watcher kills the process, and the
//    shell deletes the folder.
// 3. The shell ends the watcher right after the process, before the system can reuse the process id.
const guard = `
exec 4<&0
"$@" >>"$LOG" 2>&1 </dev/null 4<&- &
pid=$!
trap '' PIPE
echo "$pid"
(read -r _ <&4; kill -9 "$pid") &
watcher=$!
wait "$pid"
status=$?
kill -9 "$watcher"
echo "$status"
read -r _ <&4 || [ -z "$FOLDER" ] || rm -rf "$FOLDER"
`

export async function startGuarded(options: GuardedProcessOptions): Promise<GuardedProcess> {
  const { command, logPath, folder, env = process.env } = options
  const shell = spawn('sh', ['-c', guard, 'guard', ...command], {
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...env, LOG: logPath, FOLDER: folder ?? '' },
    // in its own process group, so that Ctrl-C reaches only the run
    detached: true,
  })
  const [stdin, stdout] = shell.stdio
  if (!isPipe(stdin) || !isPipe(stdout)) throw new Error('the shell has no pipes')
  stdin.on('error', () => {}) // the shell has ended, so there is nothing to report
  const shellExited = once(shell, 'exit')
  const lines = createInterface(stdout)
  let hasEnded = false
  const ended = new Promise<number>((resolve) => {
    const onStatus = (line: string): void => {
      hasEnded = true
      resolve(Number(line))
    }
    // register both listeners now: the two lines may arrive in one chunk
    lines.once('line', () => lines.once('line', onStatus))
  })
  const [line] = (await once(lines, 'line')) as [string]
  const pid = Number(line)
  // a test that fails before it stops its server must not keep the run alive
  for (const handle of [shell, stdin, stdout]) handle.unref()
  return {
    pid,
    signal(signal) {
      if (hasEnded) return
      process.kill(pid, signal)
      if (signal === 'SIGKILL') hasEnded = true
      if (signal === 'SIGSTOP') waitUntilStopped(pid)
    },
    hasEnded: () => hasEnded,
    ended,
    async kill() {
      shell.ref()
      if (!stdin.writableEnded) stdin.end('kill\nkeep\n')
      if (shell.exitCode === null && shell.signalCode === null) await shellExited
      hasEnded = true
    },
    output: () => readFile(logPath, 'utf8'),
  }
}

/**
 * Blocks until all threads of the process have stopped. On a busy machine the other threads still answer requests for a
 * while, because the thread that received the signal has to run first. Returns at once where there is no /proc.
 */
function waitUntilStopped(pid: number): void {
  const neverChanged = new Int32Array(new SharedArrayBuffer(4))
  for (let waitedMs = 0; !isStopped(pid); waitedMs += 1) {
    if (waitedMs >= stopWithinMs) throw new Error(`process ${pid} has not stopped`)
    Atomics.wait(neverChanged, 0, 0, 1)
  }
}

function isStopped(pid: number): boolean {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const states = threads.map((thread) => readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8'))
    // in /proc/*/stat, the state of the thread follows its name, which is in parentheses
    return states.every((text) => text.startsWith('T', text.lastIndexOf(')') + 2))
  } catch {
    // A file is missing: a thread has ended meanwhile, or the whole process.
    return !existsSync(`/proc/${pid}`)
  }
}

function isPipe(stream: unknown): stream is Socket {
  return stream instanceof Socket
}
