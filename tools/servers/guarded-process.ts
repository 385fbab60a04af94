// A process that a run starts, and that cannot outlive the run: a shell stands between, which kills it
// when its own standard input ends, so also when the run is killed with SIGKILL.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Socket } from 'node:net'
import { createInterface } from 'node:readline'

export interface GuardedProcess {
  readonly pid: number
  /** SIGKILL ends it at once, SIGSTOP makes it silent, SIGCONT lets it go on. */
  signal(signal: 'SIGTERM' | 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void
  hasEnded(): boolean
  /** Resolves when it is gone, with its exit status: 128 and the signal's number, if a signal ended it. */
  readonly ended: Promise<number>
  /** Kills it; resolves when it is gone. The run's end does this too. */
  kill(): Promise<void>
  /** All that it has written, and those before it with the same log. */
  output(): Promise<string>
}

interface GuardedProcessOptions {
  readonly command: readonly string[]
  readonly logPath: string
  /** Deleted if the run ends without `kill`; null: nothing is. */
  readonly folder: string | null
  /** Those of the run, if they are left out. */
  readonly env?: Readonly<Record<string, string | undefined>>
}

// Two lines come out: the number of the process, then its exit status. Two go in, of which the watcher
// takes one while the process lives: an end of input before the last of them is the end of the run. The
// watcher is gone before anybody else could get the number that it kills.
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
    // a Ctrl-C at the terminal is for the run to handle
    detached: true,
  })
  const [stdin, stdout] = shell.stdio
  if (!isPipe(stdin) || !isPipe(stdout)) throw new Error('the shell has no pipes')
  stdin.on('error', () => {}) // nobody is there any more to be told
  const shellGone = once(shell, 'exit')
  const lines = createInterface(stdout)
  let hasEnded = false
  const ended = new Promise<number>((resolve) => {
    const onStatus = (line: string): void => {
      hasEnded = true
      resolve(Number(line))
    }
    // both lines may come at once: nobody could begin to wait for the second one in between
    lines.once('line', () => lines.once('line', onStatus))
  })
  const [line] = (await once(lines, 'line')) as [string]
  const pid = Number(line)
  // a test that fails before it stops its server must not keep the run from its end
  for (const handle of [shell, stdin, stdout]) handle.unref()
  return {
    pid,
    signal(signal) {
      if (hasEnded) return
      process.kill(pid, signal)
      if (signal === 'SIGKILL') hasEnded = true
    },
    hasEnded: () => hasEnded,
    ended,
    async kill() {
      shell.ref()
      if (!stdin.writableEnded) stdin.end('kill\nkeep\n')
      if (shell.exitCode === null && shell.signalCode === null) await shellGone
      hasEnded = true
    },
    output: () => readFile(logPath, 'utf8'),
  }
}

function isPipe(stream: unknown): stream is Socket {
  return stream instanceof Socket
}
