// Selects the dead letters that an operator has specified by place or by filters.
import { CommandFailure } from '../command-failure.ts'
import type { Letter, Letters } from './letters.ts'

export interface LetterFilter {
  readonly stage: string | null
  readonly topic: string | null
  readonly reason: string | null
  /** Selects the dead letters of records that failed at or after this time, Unix milliseconds; null: at any time. */
  readonly sinceMs: number | null
}

/** Places name single dead letters. */
export type LetterSelection =
  { readonly places: readonly string[] } | { readonly filter: LetterFilter }

export const placeForm = 'topic/partition/offset, such as raw.trades/3/1200'

export const isLetterPlace = (text: string): boolean => /^[a-z.-]+\/\d{1,9}\/\d{1,15}$/.test(text)

export function filterLetters({ byPlace }: Letters, filter: LetterFilter): readonly Letter[] {
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
export function findLetter({ byPlace, undecodable }: Letters, place: string): Letter {
  const letter = byPlace.get(place)
  if (letter) return letter
  const more = undecodable.records === 0 ? '' : `; ${undecodableLettersLine({ undecodable })}`
  throw new CommandFailure(
    'notFound',
    `there is no dead letter of ${place}: none was written, or it is older than 90 days${more}`,
  )
}

export function undecodableLettersLine({ undecodable }: Pick<Letters, 'undecodable'>): string {
  const { records, reason } = undecodable
  return `${records} records of dead-letters cannot be decoded (${reason}): ops tail dead-letters shows their bytes`
}

/**
 * Returns the places of the dead letters to resolve. If they are selected by filters, only open dead
 * letters are included.
 */
export function selectPlaces(letters: Letters, selection: LetterSelection): readonly string[] {
  if ('places' in selection)
    return selection.places.map((place) => findLetter(letters, place).place)
  return filterLetters(letters, selection.filter)
    .filter(({ resolution }) => resolution === null)
    .map(({ place }) => place)
}
