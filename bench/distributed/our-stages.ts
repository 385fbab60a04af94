// The service's own normalizer and projector on Kafka, as services/compose/ opens them.
import pino from 'pino'
import { openNormalizer } from '../../services/compose/normalizer.ts'
import { openProjector } from '../../services/compose/projector.ts'
import { createLifecycle } from '../../services/lib/run/lifecycle.ts'
import type { CountRecords } from '../../services/lib/run/tally.ts'
import { createMetrics } from '../../services/lib/telemetry/metrics.ts'
import { fail, openMigratedStore } from '../pipeline.ts'
import { openFlow, type FlowAt } from './flow.ts'
import type { Running } from './worker.ts'

const showCloseError = (part: string, error: unknown): never =>
  fail(new Error(`${part} did not close`, { cause: error }))

/** A record that is rejected or dropped fails the benchmark. */
function countInto(onHandled: (records: number) => void): CountRecords {
  return ({ result, reason }, records) => {
    if (result !== 'emit' && result !== 'write')
      fail(new Error(`${records} records: ${result} ${reason}`))
    onHandled(records)
  }
}

export async function startNormalizer(
  at: FlowAt,
  onHandled: (records: number) => void,
): Promise<Running> {
  const flow = await openFlow(at)
  const { log, codec, topicPrefix } = flow
  const lifecycle = createLifecycle({ onCloseError: showCloseError })
  return {
    run: async () => {
      await openNormalizer(lifecycle, {
        log,
        codec,
        topicPrefix,
        now: Date.now,
        count: countInto(onHandled),
        onFatal: fail,
      })
    },
    async stop() {
      await lifecycle.stop()
      await flow.close()
    },
  }
}

export async function startProjector(
  at: FlowAt & { readonly storeUrl: string },
  onHandled: (records: number) => void,
): Promise<Running> {
  const flow = await openFlow(at)
  const { log, codec, topicPrefix } = flow
  const store = await openMigratedStore(at.storeUrl)
  const lifecycle = createLifecycle({ onCloseError: showCloseError })
  return {
    run: async () => {
      await openProjector(lifecycle, {
        log,
        codec,
        topicPrefix,
        store,
        now: Date.now,
        metrics: createMetrics(),
        logger: pino({ level: 'warn' }, pino.destination(2)),
        count: countInto(onHandled),
        onFatal: fail,
      })
    },
    async stop() {
      await lifecycle.stop()
      await flow.close()
      await store.close()
    },
  }
}
