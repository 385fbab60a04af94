// Loads the codec for cursors of the log that this process reads.
import type { Codec } from '../../lib/codec/port.ts'
import type { EventLog } from '../../lib/log/port.ts'
import { readLogIdentity } from '../../lib/run/log-identity.ts'
import { logUnavailable } from '../errors.ts'
import { createLogCursorCodec, type LogCursorCodec } from './log-cursor.ts'

/**
 * Resolves with the codec for cursors. Rejects with a RequestError (503) while the log has no identity: the projector
 * gives the log an identity at its first start.
 */
export type LoadCursorCodec = () => Promise<LogCursorCodec>

export function createCursorCodecLoader(options: {
  readonly log: EventLog
  readonly codec: Codec
  readonly topicPrefix: string
}): LoadCursorCodec {
  let known: LogCursorCodec | null = null
  return async () => {
    if (known) return known
    const logId = await readLogIdentity(options)
    if (logId === null) throw logUnavailable()
    known = createLogCursorCodec(logId)
    return known
  }
}
