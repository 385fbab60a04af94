// Selects the dead letters that an operator has specified by place or by filters.
import { CommandFailure } from '../command-failure.ts'
import type { DeadLetterSummary, DeadLetters } from './letters.ts'

export interface DeadLetterFilter {
  readonly stage: string | null
  readonly topic: string | null
  readonly reason: string | null
  /** Selects the dead letters of records that failed at or after this time, Unix milliseconds; null: at any time. */
  readonly sinceMs: number | null
}

/** Places name single dead letters. */
export type DeadLetterSelection =
  { readonly places: readonly string[] } | { readonly filter: DeadLetterFilter }

export const placeForm = 'topic/partition/offset, such as raw.trades/3/1200'

export const isDeadLetterPlace = (text: string): boolean =>
  /^[a-z.-]+\/\d{1,9}\/\d{1,15}$/.test(text)

export function filterDeadLetters(
  { byPlace }: DeadLetters,
  filter: DeadLetterFilter,
): readonly DeadLetterSummary[] {
  const { stage, topic, reason, sinceMs } = filter
  return [...byPlace.values()].filter(
    (letter) =>
      (stage === null || letter.stage === stage) &&
      (topic === null || letter.topic === topic) &&
      (reason === null || letter.reason === reason) &&
      (sinceMs === null || letter.failed_at_ms >= sinceMs),
  )
}

/** Throws if there is none. */
export function findDeadLetter(
  { byPlace, undecodable }: DeadLetters,
  recordPlace: string,
): DeadLetterSummary {
  const letter = byPlace.get(recordPlace)
  if (letter) return letter
  const more = undecodable.records === 0 ? '' : `; ${undecodableDeadLettersLine({ undecodable })}`
  throw new CommandFailure(
    'notFound',
    `there is no dead letter of ${recordPlace}: none was written, or it is older than 90 days${more}`,
  )
}

export function undecodableDeadLettersLine({
  undecodable,
}: Pick<DeadLetters, 'undecodable'>): string {
  const { records, reason } = undecodable
  return `${records} records of dead-letters cannot be decoded (${reason}): ops tail dead-letters shows their bytes`
}

/**
 * Returns the places of the dead letters to resolve. If they are selected by filters, only open dead
 * letters are included.
 */
export function selectPlaces(
  letters: DeadLetters,
  selection: DeadLetterSelection,
): readonly string[] {
  if ('places' in selection)
    return [...new Set(selection.places)].map((place) => findDeadLetter(letters, place).place)
  return filterDeadLetters(letters, selection.filter)
    .filter(({ resolution }) => resolution === null)
    .map(({ place }) => place)
}
