// A server that a test starts, and that cannot outlive the test run: a shell stands between, which
// kills it when its own standard input ends, so also when the run is killed with SIGKILL.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Socket } from 'node:net'
import { createInterface } from 'node:readline'

export interface GuardedProcess {
  /** SIGKILL ends it at once, SIGSTOP makes it silent, SIGCONT lets it go on. */
  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void
  hasEnded(): boolean
  /** Kills it; resolves when it is gone. The run's end does this too. */
  kill(): Promise<void>
  /** All that it has written, and those before it with the same log. */
  output(): Promise<string>
}

interface GuardedProcessOptions {
  readonly command: readonly string[]
  readonly logPath: string
  /** Deleted if the run ends without `kill`. */
  readonly folder: string
}

// Interrupts are for the test run to handle: shell and server go when the run does. The shell does not
// reap the server before the end, so that the number killed is never somebody else's. Descriptor 3 is
// held by the server alone: its end is the server's.
const guard = `
trap '' INT TERM HUP
"$@" >>"$LOG" 2>&1 &
exec 3>&-
echo $!
read -r _ || run_ended=yes
kill -9 $!
wait
[ -z "$run_ended" ] || rm -rf "$FOLDER"
`

export async function startGuarded(options: GuardedProcessOptions): Promise<GuardedProcess> {
  const { command, logPath, folder } = options
  const shell = spawn('sh', ['-c', guard, 'guard', ...command], {
    stdio: ['pipe', 'pipe', 'ignore', 'pipe'],
    env: { ...process.env, LOG: logPath, FOLDER: folder },
  })
  const [stdin, stdout, , lifeline] = shell.stdio
  if (!isPipe(stdin) || !isPipe(stdout) || !isPipe(lifeline))
    throw new Error('the shell has no pipes')
  let hasEnded = false
  lifeline.resume().once('end', () => (hasEnded = true))
  const [line] = (await once(createInterface(stdout), 'line')) as [string]
  const pid = Number(line)
  const shellGone = once(shell, 'exit')
  // a test that fails before it stops its server must not keep the run from its end
  for (const handle of [shell, stdin, stdout, lifeline]) handle.unref()
  let isAsked = false
  return {
    signal(signal) {
      process.kill(pid, signal)
      if (signal === 'SIGKILL') hasEnded = true
    },
    hasEnded: () => hasEnded,
    async kill() {
      shell.ref()
      if (!isAsked) stdin.end('kill\n')
      isAsked = true
      await shellGone
      hasEnded = true
    },
    output: () => readFile(logPath, 'utf8'),
  }
}

function isPipe(stream: unknown): stream is Socket {
  return stream instanceof Socket
}
