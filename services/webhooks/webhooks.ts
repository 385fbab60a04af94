// The role webhooks: finds the events that accounts have asked for, and sends a signed message for each of them.
//
//   trades, markets, matches -> detector.ts -> webhook-messages -> endpoint.ts (one of each webhook) -> receiver
//
// One process at a time does this (docs/decisions/065-webhooks.md).
import { LogError, type Batch, type Follower } from '../lib/log/port.ts'
import { rejectOnAbort, waitUntilAborted } from '../lib/run/wait.ts'
import { inputTopics } from './detector.ts'
import { loadWebhookState, type WebhooksOptions, type WebhookState } from './webhook-state.ts'

/** The successor of this process opens a writer of the same name, after which this process can append nothing. */
const writerName = 'webhooks'
const recordsPerBatch = 1_000
/** How often the progress of deliveries is appended. */
const flushEveryMs = 1_000
/** How often the positions and the detection are appended if they have changed and there are no new messages. */
const flushPositionsEveryMs = 10_000

/**
 * Runs until the signal aborts. Rejects if the log fails. The caller may call this function again after a retriable
 * error or WriterFenced. The state is in the log, so another call, in this or another process, continues where this
 * one ended.
 */
export async function runWebhooks(options: WebhooksOptions, signal: AbortSignal): Promise<void> {
  const { log, topicPrefix, observer } = options
  const failed = new AbortController()
  const fail = (error: unknown): void => failed.abort(error)
  const ending = AbortSignal.any([signal, failed.signal])
  const followers: Follower[] = []
  let isEnding = false

  async function follow(
    name: string,
    handle: (batch: Batch) => Promise<void>,
    from: ReadonlyMap<number, number> = new Map(),
  ): Promise<void> {
    const following = log.follow(
      { topic: topicPrefix + name, from, maxRecords: recordsPerBatch, onFatal: fail },
      async (batch) => {
        // After an error, the state in memory differs from that in the log, so no further record may be handled.
        if (ending.aborted) throw new LogError('the delivery to webhooks has ended')
        await handle(batch).catch((error: unknown) => {
          fail(error)
          throw error
        })
      },
    )
    void following.then(
      (follower) => (isEnding ? follower.stop() : void followers.push(follower)),
      () => undefined,
    )
    await rejectOnAbort(following, ending)
  }

  const writer = await log.openWriter(writerName)
  let state: WebhookState | null = null
  try {
    state = await loadWebhookState({ ...options, writer, signal: ending, onFailed: fail })
    await follow('developers', state.handleDevelopers)
    await follow('webhooks', state.handleChanges)
    await follow('webhook-messages', state.handleMessages, state.messagesFrom())
    state.startDelivery()
    flushRepeatedly(state, options, ending).catch(fail)
    for (const topic of inputTopics) await follow(topic, state.handleInput, state.inputFrom(topic))
    await waitUntilAborted(ending)
    ending.throwIfAborted()
  } finally {
    isEnding = true
    const hasFailed = failed.signal.aborted
    if (!hasFailed) fail(new LogError('the delivery to webhooks has ended'))
    for (const follower of followers) await follower.stop()
    await state?.waitUntilDeliveryEnded()
    // Without this flush, the next process would repeat the deliveries since the last append.
    if (!hasFailed) await state?.outbox.flush().catch(() => undefined)
    await writer.close()
    observer.onCounts({ delivering: 0, failing: 0, disabled: 0 })
  }
}

/** Flushes the outbox at intervals. Never resolves. Rejects when the signal aborts or an append fails. */
async function flushRepeatedly(
  { outbox, hasMessages, counts }: WebhookState,
  { now, observer }: WebhooksOptions,
  signal: AbortSignal,
): Promise<never> {
  let flushedMs = now()
  for (;;) {
    await hasMessages.wait(flushEveryMs, signal)
    const isDue = now() - flushedMs >= flushPositionsEveryMs
    if (isDue || outbox.isUrgent()) await outbox.flush()
    if (isDue) flushedMs = now()
    observer.onCounts(counts())
  }
}
