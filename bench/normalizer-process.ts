// Starts the normalizer in a process of its own, which commits to the log of this process.
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { answerCommitMessage } from '../services/compose/processes/commit-messages.ts'
import type { CommitMessage } from '../services/compose/processes/messages.ts'
import type { LmdbLog } from '../services/lib/log/lmdb.ts'

export interface NormalizerProcess {
  readonly pid: number
  start(): void
  stop(): Promise<void>
}

/** Resolves when the process has loaded its modules and opened the log. */
export async function startNormalizerProcess(
  log: LmdbLog,
  directory: string,
  topicPrefix: string,
): Promise<NormalizerProcess> {
  const program = new URL('normalizer-child.ts', import.meta.url)
  const child = fork(program, [directory, topicPrefix], { serialization: 'advanced' })
  const ended = once(child, 'exit')
  await once(child, 'message')
  child.on('message', (message: CommitMessage) => {
    void answerCommitMessage(child, message, log.answerCommit)
  })
  if (child.pid === undefined) throw new Error('the normalizer could not be started')
  return {
    pid: child.pid,
    start: () => void child.send({ type: 'start' }),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
