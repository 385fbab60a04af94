// Wraps the log so that readers do not have to know about the schema registry: the codec loads the schemas
// of all records before the log delivers them. While the registry is unavailable, delivery waits, as it
// does while a broker is unavailable.
import { LogError, type Batch, type EventLog } from '../log/port.ts'
import type { SchemaLoader } from './port.ts'

export function createSchemaLoadingLog(log: EventLog, codec: SchemaLoader): EventLog {
  async function waitForSchemas(loading: Promise<void>): Promise<void> {
    try {
      await loading
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : String(cause)
      throw new LogError(`records cannot be decoded yet: ${reason}`, { cause, retriable: true })
    }
  }

  /** Loads the schemas of a batch. A retriable error makes the log deliver the batch again. */
  async function loadSchemasOf(batch: Batch, signal: AbortSignal): Promise<void> {
    const loading = codec.loadSchemas(batch, signal)
    if (loading) await waitForSchemas(loading)
  }

  return {
    ...log,
    subscribe: (options, handle) =>
      log.subscribe(options, async (batch, signal) => {
        await loadSchemasOf(batch, signal)
        return handle(batch, signal)
      }),
    async *read(range) {
      for await (const record of log.read(range)) {
        const loading = codec.loadSchemas([record])
        if (loading) await waitForSchemas(loading)
        yield record
      }
    },
    follow: (options, handle) =>
      log.follow(options, async (batch, signal) => {
        await loadSchemasOf(batch, signal)
        return handle(batch, signal)
      }),
  }
}
