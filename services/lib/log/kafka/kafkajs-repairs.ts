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

/** Can be called again, which does nothing. */
export function repairKafkajs(load: LoadClass): void {
  const { prototype: connection } = load<Connection>('network/connection')
  if (repaired.has(connection)) return
  repaired.add(connection)
  shareConnecting(connection)
  stopIdleTimers(load<RequestQueue>('network/requestQueue').prototype)
}

/**
 * Two requests at once on a connection that is not open yet opened two sockets. kafkajs forgot one of them, and it stayed
 * open until the broker closed it after ten minutes. Commands that read the log did not end until then.
 */
function shareConnecting(connection: Connection): void {
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
 * Each connection looked for waiting requests every millisecond, also if there were none. That took 0.4% of a processor
 * for each connection, and Node 24 warned that the delay of the timer is negative. Requests wait only while a broker
 * throttles this client, or while too many of them are in flight.
 */
function stopIdleTimers(queue: RequestQueue): void {
  const { scheduleCheckPendingRequests: schedule } = queue
  queue.scheduleCheckPendingRequests = function () {
    if (this.pending.length > 0) schedule.call(this)
  }
}
