// platform_b: the commands and messages of one connection. Each channel has one subscription, whose messages
// are numbered without gaps. To add markets to the subscription of books, or to request snapshots again, the
// platform has the command `update_subscription`: a second `subscribe` would bring no snapshots.
import type { BookTarget } from '../../source.ts'
import { toFields, toNumber } from '../../json.ts'
import { toAnomaly, readObjects } from '../../streams/read-objects.ts'
import type { StreamFrame, StreamSession } from '../../streams/protocol.ts'
import type { PlatformBMessage, PlatformBMessageBody } from '../wire/stream.ts'
import { readMessage } from './messages.ts'

/** Tickers in one command. The platform states no limit. */
const tickersPerCommand = 500

export function createPlatformBSession(send: (text: string) => void): StreamSession {
  let commands = 0
  /**
   * The subscription of books. null: not requested. `command`: requested with the command of this number.
   * `sid`: its id.
   */
  let books: { readonly command: number } | { readonly sid: number } | null = null
  /** Markets to add as soon as the id of the subscription is known. */
  let waiting: readonly BookTarget[] = []
  /** The number of the last message, by subscription. */
  const lastSeq = new Map<number, number>()

  function sendCommand(name: string, params: object): number {
    commands += 1
    send(JSON.stringify({ id: commands, cmd: name, params }))
    return commands
  }

  function updateSubscription(action: string, targets: readonly BookTarget[]): void {
    if (books === null || !('sid' in books)) return
    for (let at = 0; at < targets.length; at += tickersPerCommand) {
      const tickers = targets.slice(at, at + tickersPerCommand).map(({ nativeId }) => nativeId)
      // The field for the subscription id depends on the action.
      const subscription = action === 'get_snapshot' ? { sids: [books.sid] } : { sid: books.sid }
      sendCommand('update_subscription', { ...subscription, action, market_tickers: tickers })
    }
  }

  function subscribe(targets: readonly BookTarget[]): void {
    if (targets.length === 0) return
    if (books !== null && 'sid' in books) return updateSubscription('add_markets', targets)
    if (books !== null) {
      waiting = [...waiting, ...targets]
      return
    }
    waiting = targets.slice(tickersPerCommand)
    books = {
      command: sendCommand('subscribe', {
        channels: ['orderbook_delta'],
        market_tickers: targets.slice(0, tickersPerCommand).map(({ nativeId }) => nativeId),
        // The platform has announced that it will change the default of this parameter. `false` keeps the
        // form that the recorded books have.
        use_yes_price: false,
      }),
    }
  }

  /**
   * Handles the answer to the command that subscribes to books: stores the id of the subscription. Returns whether the
   * platform has refused the subscription.
   */
  function isSubscriptionRefused({ type, id, msg, sid }: PlatformBMessage): boolean {
    if (books === null || 'sid' in books || toNumber(id) !== books.command) return false
    if (type === 'error') return true
    const fields: PlatformBMessageBody = toFields(msg)
    const found = toNumber(fields.sid) ?? toNumber(sid)
    if ((type !== 'subscribed' && type !== 'ok') || found === null) return false
    books = { sid: found }
    const added = waiting
    waiting = []
    updateSubscription('add_markets', added)
    return false
  }

  /**
   * Returns `gap` if messages of the subscription are missing before this one, and `old` if its
   * number is not new.
   */
  function checkSequenceNumber(message: PlatformBMessage): 'next' | 'gap' | 'old' {
    const [sid, seq] = [toNumber(message.sid), toNumber(message.seq)]
    if (sid === null || seq === null) return 'next'
    const last = lastSeq.get(sid)
    if (last !== undefined && seq <= last) return 'old'
    lastSeq.set(sid, seq)
    return last === undefined || seq === last + 1 ? 'next' : 'gap'
  }

  function toFrames(message: PlatformBMessage, body: string): readonly StreamFrame[] {
    const order = checkSequenceNumber(message)
    const frame = readMessage(message, body)
    if (isSubscriptionRefused(message))
      return [{ ...frame, event: { kind: 'ended', reason: 'refused' } }]
    if (order === 'next') return [frame]
    if (order === 'old') return [{ ...frame, event: toAnomaly('old_message') }]
    const isOfBooks = books !== null && 'sid' in books && toNumber(message.sid) === books.sid
    // Lost messages about trades and markets do no harm: they are only hints, and requests return the same
    // data.
    const event = isOfBooks ? ({ kind: 'gap' } as const) : toAnomaly('lost_messages')
    return [{ body, id: null, sentAtMs: null, event }, frame]
  }

  return {
    start() {
      sendCommand('subscribe', { channels: ['trade'] })
      sendCommand('subscribe', { channels: ['market_lifecycle_v2'] })
    },
    subscribe,
    unsubscribe(targets) {
      const removed = new Set(targets.map(({ id }) => id))
      waiting = waiting.filter(({ id }) => !removed.has(id))
      updateSubscription('delete_markets', targets)
    },
    requestSnapshots: (targets) => updateSubscription('get_snapshot', targets),
    read: (text) => readObjects(text, toFrames),
  }
}
