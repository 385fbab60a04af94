// What the results of all batches have in common: the error of an item, or the completeness of its data.
import type { Completeness, ItemError } from '../../../schemas/generated/api.ts'
import type { StatedCompleteness } from '../completeness.ts'
import { RequestError } from '../errors.ts'

/**
 * Returns a copy of the error in which `loc`, the place of each error detail, is replaced by the result of
 * `placeOf`, called with the name of the parameter or field.
 */
export function withPlace(
  { status, details, headers }: RequestError,
  placeOf: (name: string) => readonly string[],
): RequestError {
  const placed = details.map(({ loc, ...detail }) => {
    const [, name] = loc
    // errors of the service itself name no parameter or field, so their `loc` stays
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
