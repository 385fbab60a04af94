// What the event catalog derives the events from, by the number of the event: their records, and the numbers of their
// markets.
import type { EventRow } from '../queries/changed-events.ts'
import type { MarketChange } from './market-catalog.ts'
import { createSharedValues } from './shared-values.ts'

export interface EventInputs {
  record: (Omit<EventRow, 'words' | 'tags'> & { readonly tagsId: number }) | null
  /** Numbers of the markets, highest volume first unless they have just changed. */
  markets: readonly number[]
}

export function createEventInputs() {
  const inputs: EventInputs[] = []
  const numberById = new Map<string, number>()
  const freeNumbers: number[] = []
  const tags = createSharedValues((list: readonly string[]) => list)

  const at = (eventNumber: number): EventInputs => inputs[eventNumber] as EventInputs

  const getOrAssignNumber = (id: string): number => {
    const known = numberById.get(id)
    if (known !== undefined) return known
    const number = freeNumbers.pop() ?? inputs.length
    numberById.set(id, number)
    inputs[number] = { record: null, markets: [] }
    return number
  }

  return {
    at,
    numberOf: (id: string): number | undefined => numberById.get(id),
    /** Returns the record of the event with its tags; null if there is none. */
    recordAt(eventNumber: number): Omit<EventRow, 'words'> | null {
      const { record } = at(eventNumber)
      return record && { ...record, tags: tags.get(record.tagsId) ?? [] }
    },
    /**
     * Applies records and changes of markets. Calls `setWords` with the words of each new title. Returns the numbers of
     * the changed events.
     */
    update(
      rows: readonly EventRow[],
      changes: readonly MarketChange[],
      setWords: (eventNumber: number, words: readonly string[]) => void,
    ): ReadonlySet<number> {
      const changed = new Set<number>()
      const getChanged = (id: string): EventInputs => {
        const number = getOrAssignNumber(id)
        changed.add(number)
        return at(number)
      }
      for (const { words, tags: tagsOfRow, ...row } of rows) {
        const event = at(getOrAssignNumber(row.id))
        if (event.record && event.record.version >= row.version) continue
        const tagsId = tags.acquire(tagsOfRow)
        if (event.record) tags.release(event.record.tagsId)
        getChanged(row.id).record = { tagsId, ...row }
        setWords(getOrAssignNumber(row.id), words)
      }
      for (const { market, eventBefore, event: id } of changes) {
        if (id === eventBefore) {
          if (id !== null) getChanged(id)
          continue
        }
        if (eventBefore !== null) {
          const event = getChanged(eventBefore)
          event.markets = event.markets.filter((other) => other !== market)
        }
        if (id !== null) {
          const event = getChanged(id)
          event.markets = [...event.markets, market]
        }
      }
      return changed
    },
    /** Its number can be given to another event afterwards. */
    remove(id: string, eventNumber: number): void {
      const { record } = at(eventNumber)
      if (record) tags.release(record.tagsId)
      inputs[eventNumber] = { record: null, markets: [] }
      numberById.delete(id)
      freeNumbers.push(eventNumber)
    },
  }
}
