// A stream for as long as a part of a page is shown. A tab in the background has no stream, because browsers open only
// six connections to a service; when it is shown again, the stream goes on after the last message.
import { useEffect, useRef, useState } from 'preact/hooks'
import {
  createClient,
  type OpenStreamInput,
  type StreamMessage,
} from '../clients/typescript/src/client.ts'
import { wait } from '../clients/typescript/src/retry.ts'
import { follow, type Connection } from './follow.ts'
import { endSession, useSession } from './session.ts'

export interface StreamHandlers {
  readonly onMessage: (message: StreamMessage) => void
  /** See FollowOptions. */
  readonly onBegin: () => void
}

/** `input`: null for no stream. */
export function useStream(input: OpenStreamInput | null, handlers: StreamHandlers): Connection {
  const { apiKey } = useSession()
  const [connection, setConnection] = useState<Connection>({ kind: 'connecting' })
  const latest = useRef(handlers)
  latest.current = handlers
  const key = JSON.stringify(input)
  useEffect(() => {
    if (apiKey === null || input === null) return
    const client = createClient({ url: location.origin, apiKey, retry: { retries: 0 } })
    let lastId: string | undefined
    let abort = new AbortController()
    const open = (): void =>
      void follow({
        client,
        input: { ...input, after: lastId },
        signal: abort.signal,
        now: () => Date.now(),
        wait,
        onMessage(message) {
          lastId = message.id ?? lastId
          latest.current.onMessage(message)
        },
        onBegin: () => latest.current.onBegin(),
        onConnection(next) {
          setConnection(next)
          if (next.kind === 'ended' && next.isKeyRejected) endSession(apiKey)
        },
      })
    const onVisibility = (): void => {
      abort.abort()
      abort = new AbortController()
      if (!document.hidden) open()
    }
    onVisibility()
    document.addEventListener('visibilitychange', onVisibility)
    return () => {
      document.removeEventListener('visibilitychange', onVisibility)
      abort.abort()
    }
  }, [apiKey, key])
  return connection
}
