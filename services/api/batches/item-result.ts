// What the results of all batches have in common: the error of an item, or the completeness of its data.
import type { Completeness, ItemError } from '../../../schemas/generated/api.ts'
import type { StatedCompleteness } from '../completeness.ts'
import { RequestError } from '../errors.ts'

/**
 * Returns the error with other places (`loc`). `placeOf` returns the place for the name of a parameter or
 * field.
 */
export function placedAt(
  { status, details, headers }: RequestError,
  placeOf: (name: string) => readonly string[],
): RequestError {
  const placed = details.map(({ loc, ...detail }) => {
    const [, name] = loc
    // errors of the service have a place without a name, which stays
    return { loc: name === undefined ? loc : placeOf(name), ...detail }
  })
  return new RequestError(status, placed, headers)
}

export function toItemError({ status, details }: RequestError): ItemError {
  return { status, detail: details.map((detail) => ({ ...detail, loc: [...detail.loc] })) }
}

export function toCompleteness(stated: StatedCompleteness): Completeness {
  return {
    complete_until_ms: stated.completeUntilMs,
    gaps: stated.gaps.map((gap) => ({ ...gap })),
    has_more_gaps: stated.hasMoreGaps,
    history_not_requested: stated.historyNotRequested,
  }
}
