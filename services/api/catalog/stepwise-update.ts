// Applies many rows to the catalogs in steps of a few milliseconds. Requests are answered between two steps.
import { setImmediate as nextTurn } from 'node:timers/promises'
import { groupBy } from '../../lib/run/group-by.ts'
import type { UnparsedRows } from '../queries/plain-rows.ts'
import type { CatalogRows, Catalogs } from './catalogs.ts'

const rowsPerStep = 100

/**
 * Parses and applies a part of the rows in each step. Few rows are in memory at a time, so they are removed with the next
 * collection of the young generation.
 */
export async function applyInParts<Row>(
  rows: UnparsedRows<Row>,
  apply: (rowsOfPart: readonly Row[]) => void,
): Promise<void> {
  for (const part of rows.parts()) {
    apply(part)
    await nextTurn()
  }
}

async function applyInSteps<Row>(
  rows: readonly Row[],
  apply: (rowsOfStep: readonly Row[]) => void,
): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsPerStep) {
    if (at > 0) await nextTurn()
    apply(rows.slice(at, at + rowsPerStep))
  }
}

/**
 * The same as Catalogs.update, in steps. An event is not divided between steps, and each market comes with its
 * history. The matches come last, when both of their markets are in the catalogs.
 */
export async function updateInSteps(
  catalogs: Pick<Catalogs, 'update'>,
  { markets, events = [], histories = [], matches = [] }: CatalogRows,
): Promise<void> {
  const byEvent = groupBy(markets, ({ id, event_id: eventId }) => eventId ?? id)
  const recordOf = new Map(events.map((event) => [event.id, event]))
  const historiesOf = groupBy(histories, ({ market_id: id }) => id)
  let step: (typeof markets)[number][] = []
  const flush = async (): Promise<void> => {
    catalogs.update({
      markets: step,
      events: [...new Set(step.map(({ event_id: id }) => id))].flatMap(
        (id) => recordOf.get(id ?? '') ?? [],
      ),
      histories: step.flatMap(({ id }) => historiesOf.get(id) ?? []),
    })
    step = []
    await nextTurn()
  }
  for (const ofEvent of byEvent.values()) {
    step.push(...ofEvent)
    if (step.length >= rowsPerStep) await flush()
  }
  await flush()
  await applyInSteps(matches, (step) => catalogs.update({ markets: [], matches: step }))
}
