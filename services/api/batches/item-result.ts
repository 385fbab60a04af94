// What the results of all batches have in common: the error of an item, or the completeness of its data.
import type { Completeness, ItemError } from '../../../schemas/generated/api.ts'
import type { StatedCompleteness } from '../completeness.ts'
import { RequestError } from '../errors.ts'

/**
 * Returns a copy of the error in which `loc`, the place of each error detail, is replaced by the result of
 * `toLocation`, called with the name of the parameter or field.
 */
export function replaceLocations(
  { status, details, headers }: RequestError,
  toLocation: (name: string) => readonly string[],
): RequestError {
  const placed = details.map(({ loc, ...detail }) => {
    const [, name] = loc
    // errors of the service itself name no parameter or field, so their `loc` stays
    return { loc: name === undefined ? loc : toLocation(name), ...detail }
  })
  return new RequestError(status, placed, headers)
}

export function toItemError({ status, details }: RequestError): ItemError {
  return { status, detail: details.map((detail) => ({ ...detail, loc: [...detail.loc] })) }
}

export function toCompleteness(completeness: StatedCompleteness): Completeness {
  return {
    complete_until_ms: completeness.completeUntilMs,
    gaps: completeness.gaps.map((gap) => ({ ...gap })),
    has_more_gaps: completeness.hasMoreGaps,
    history_not_requested: completeness.historyNotRequested,
  }
}
