// Repairs two defects of the connections of kafkajs, for all its users in the process. Only kafkajs-internals.ts, which
// pins the version of kafkajs, uses this file.

interface Connection {
  connect: (this: Connection) => Promise<unknown>
}

interface RequestQueue {
  readonly pending: readonly unknown[]
  scheduleCheckPendingRequests: (this: RequestQueue) => void
}

/** Loads a class of kafkajs by its path in the package. */
type LoadClass = <T>(path: string) => { readonly prototype: T }

const repaired = new WeakSet<object>()

/** Applies both repairs. A second call does nothing. */
export function repairKafkajs(load: LoadClass): void {
  const { prototype: connection } = load<Connection>('network/connection')
  if (repaired.has(connection)) return
  repaired.add(connection)
  shareConnectAttempts(connection)
  stopIdleTimers(load<RequestQueue>('network/requestQueue').prototype)
}

/**
 * Makes concurrent calls of `connect` share one attempt. In kafkajs, two concurrent requests on a connection that
 * was not open yet opened two sockets. kafkajs forgot one of the sockets, which stayed open until the broker closed
 * it after ten minutes. Commands that read the log did not end until then.
 */
function shareConnectAttempts(connection: Connection): void {
  const { connect } = connection
  const connecting = new WeakMap<Connection, Promise<unknown>>()
  connection.connect = function () {
    const existing = connecting.get(this)
    if (existing) return existing
    const started = connect.call(this).finally(() => connecting.delete(this))
    connecting.set(this, started)
    return started
  }
}

/**
 * Stops the timer of a connection that has no waiting requests. In kafkajs, each connection looked for waiting
 * requests every millisecond, even if there were none. This took 0.4% of a processor for each connection, and Node
 * 24 warned that the delay of the timer is negative. Requests wait only while a broker throttles this client, or
 * while too many of them are in flight.
 */
function stopIdleTimers(queue: RequestQueue): void {
  const { scheduleCheckPendingRequests: schedule } = queue
  queue.scheduleCheckPendingRequests = function () {
    if (this.pending.length > 0) schedule.call(this)
  }
}
