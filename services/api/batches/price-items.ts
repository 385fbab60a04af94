// Parses the items of POST /v1/prices. The parser of `GET /v1/markets/{market_id}/price` validates the time, so that
// both endpoints reject an invalid time with the same error.
import type { PriceRequest } from '../../../schemas/generated/api.ts'
import { createItemParser } from '../body.ts'
import { RequestError } from '../errors.ts'
import { parsePriceQuery } from '../price-answers.ts'
import { propertiesOf, responseSchemas } from '../schemas.ts'
import { findMisspellingErrors } from '../unknown-parameters.ts'
import { replaceLocations } from './item-result.ts'

export interface PriceItem {
  readonly marketId: string
  /** Unix seconds; undefined: now. */
  readonly atS: number | undefined
}

const schema = responseSchemas['price-request']
const parseFields = createItemParser<PriceRequest>(schema)

/** The names of the fields that an item can have. */
export const itemFields = propertiesOf(schema).map(([name]) => name)

/** Returns the parsed item or its error. `itemLocation`: the place of the item in the body, for error messages. */
export function parsePriceItem(
  item: unknown,
  itemLocation: readonly string[],
  nowMs: number,
): PriceItem | RequestError {
  try {
    return parse(item, itemLocation, nowMs)
  } catch (error) {
    if (error instanceof RequestError) return error
    throw error
  }
}

function parse(item: unknown, itemLocation: readonly string[], nowMs: number): PriceItem {
  const misspelled = findMisspellingErrors(fieldNamesOf(item), itemFields, itemLocation, 'field')
  if (misspelled.length > 0) throw new RequestError(422, misspelled)
  const { market_id: marketId, at_time: at } = parseFields(item, itemLocation)
  return { marketId, atS: parseTime(at, itemLocation, nowMs) }
}

export function fieldNamesOf(item: unknown): readonly string[] {
  return typeof item === 'object' && item !== null && !Array.isArray(item) ? Object.keys(item) : []
}

function parseTime(
  at: number | null | undefined,
  itemLocation: readonly string[],
  nowMs: number,
): number | undefined {
  if (at === undefined || at === null) return undefined
  try {
    // BigInt writes all digits of a large number, where String would use an exponent
    return parsePriceQuery(new URLSearchParams({ at_time: String(BigInt(at)) }), nowMs).at_time
  } catch (error) {
    throw error instanceof RequestError
      ? replaceLocations(error, (name) => [...itemLocation, name])
      : error
  }
}
