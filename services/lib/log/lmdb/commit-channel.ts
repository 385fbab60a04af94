// Sends commits from other processes to the one that writes to the log. lmdb keeps the list of free
// pages of the file in memory, in each process that writes; only one process writes, so that this
// list is never outdated (docs/decisions/027).
import { LogError, WriterFenced } from '../port.ts'
import { PositionMoved, type Commit, type LogCommitter } from './committer.ts'

/** A message to the process that writes. It has only what the structured clone algorithm can copy. */
export type CommitRequest =
  | { readonly kind: 'commit'; readonly commit: Commit }
  | { readonly kind: 'take over'; readonly name: string }

/** `epoch`: the new epoch in the answer to `take over`; null in the answer to `commit`. */
export type CommitAnswer =
  | { readonly epoch: number | null }
  | {
      readonly kind: 'fenced' | 'moved' | 'failed'
      readonly message: string
      readonly retriable: boolean
      readonly unknown: boolean
    }

/** Sends a request to the process that writes, and resolves with its answer. */
export type CommitChannel = (request: CommitRequest) => Promise<CommitAnswer>

/**
 * Returns the committer of a process that does not write to the log itself: it sends each commit
 * through the channel.
 */
export function createRemoteCommitter(channel: CommitChannel): LogCommitter {
  const running = new Set<Promise<CommitAnswer>>()

  async function send(request: CommitRequest, name: string): Promise<number> {
    const answering = channel(request)
    running.add(answering)
    const answer = await answering.finally(() => running.delete(answering))
    if ('epoch' in answer) return answer.epoch ?? 0
    const { kind, message, retriable, unknown } = answer
    if (kind === 'fenced') throw new WriterFenced(name)
    if (kind === 'moved') throw new PositionMoved(message)
    throw new LogError(message, { retriable, unknown })
  }

  return {
    async commit(commit) {
      await send({ kind: 'commit', commit }, commit.writer?.name ?? '')
    },
    takeOverWriter: (name) => send({ kind: 'take over', name }, name),
    async waitUntilIdle() {
      while (running.size > 0) await Promise.allSettled(running)
    },
  }
}

/**
 * Returns the function with which the process that writes to the log answers requests of other
 * processes. It executes the request, and never rejects.
 */
export function createCommitAnswerer(committer: LogCommitter): CommitChannel {
  return async (request) => {
    try {
      if (request.kind === 'take over')
        return { epoch: await committer.takeOverWriter(request.name) }
      await committer.commit(request.commit)
      return { epoch: null }
    } catch (error) {
      return toFailureAnswer(error)
    }
  }
}

function toFailureAnswer(error: unknown): CommitAnswer {
  const message = error instanceof Error ? error.message : String(error)
  const { retriable, unknown } = error instanceof LogError ? error : new LogError(message)
  if (error instanceof WriterFenced) return { kind: 'fenced', message, retriable, unknown }
  const kind = error instanceof PositionMoved ? 'moved' : 'failed'
  return { kind, message, retriable, unknown }
}
