// Both ends of the channel through which a child process commits to the log of its parent, over Node's IPC
// with `serialization: 'advanced'`.
import type { ChildProcess } from 'node:child_process'
import type { CommitAnswer, CommitChannel } from '../../lib/log/lmdb/commit-channel.ts'
import type { CommitMessage, CommittedMessage, ParentMessage } from './messages.ts'

/** The channel from the child process to its parent. */
export function openParentChannel(childProcess: NodeJS.Process): CommitChannel {
  const waiting = new Map<number, (answer: CommitAnswer) => void>()
  let lastId = 0
  childProcess.on('message', (message: ParentMessage) => {
    if (message.type !== 'committed') return
    const { id, answer } = message
    waiting.get(id)?.(answer)
    waiting.delete(id)
  })
  return (request) =>
    new Promise((resolve, reject) => {
      const message: CommitMessage = { type: 'commit', id: ++lastId, request }
      waiting.set(message.id, resolve)
      if (childProcess.send === undefined) throw new Error('this process has no parent')
      childProcess.send(message, (error: Error | null) => {
        if (error) reject(error)
      })
    })
}

/** Answers a message of a child. The answer is dropped if the child has ended meanwhile. */
export async function answerCommitMessage(
  child: ChildProcess,
  { id, request }: CommitMessage,
  answerCommit: CommitChannel,
): Promise<void> {
  const message: CommittedMessage = { type: 'committed', id, answer: await answerCommit(request) }
  if (child.connected) child.send(message, () => undefined)
}
