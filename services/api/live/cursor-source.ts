// Gives access to the cursors of the log that this process reads.
import type { Codec } from '../../lib/codec/port.ts'
import type { EventLog } from '../../lib/log/port.ts'
import { readLogIdentity } from '../../lib/run/log-identity.ts'
import { logUnavailable } from '../errors.ts'
import { createLogCursors, type LogCursors } from './log-cursor.ts'

/**
 * Resolves with the functions for cursors. Rejects with a RequestError (503) while the log has no identity: the
 * projector gives it one at its first start.
 */
export type CursorSource = () => Promise<LogCursors>

export function createCursorSource(options: {
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
}): CursorSource {
  let known: LogCursors | null = null
  return async () => {
    if (known) return known
    const logId = await readLogIdentity(options)
    if (logId === null) throw logUnavailable()
    known = createLogCursors(logId)
    return known
  }
}
