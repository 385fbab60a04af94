// Maps the body of a raw record with the mapper of its platform.
import type { Origin, RawTrade } from '../../../schemas/generated/events.ts'
import type { Trade } from '../../domain/trade.ts'
import { parseId } from '../identity.ts'
import { parseObject } from '../json.ts'
import type { MarketInput, Mapper, RawInput } from '../mapper.ts'
import { platforms } from '../modules.ts'
import { deadLetter, type MappingResult } from './result.ts'

const mappers: ReadonlyMap<string, Mapper> = new Map(platforms.map((p) => [p.name, p.mapper]))

/**
 * Parses the body of a raw record and converts it with the mapper of its platform. Returns a dead letter if
 * the platform is unknown or the body is not a JSON object.
 */
export function mapBody<Raw extends { readonly platform: string }, T>(
  raw: Raw,
  origin: Origin,
  text: string,
  map: (mapper: Mapper, input: RawInput<Raw>) => MappingResult<T>,
): MappingResult<T> {
  const mapper = mappers.get(raw.platform)
  if (mapper === undefined) return deadLetter('unknown_platform', 'platform', raw.platform)
  const body = parseObject(text)
  return 'value' in body ? map(mapper, { raw, origin, body: body.value }) : body
}

/** Does the same as `mapBody`, for records with a market id, which must be an id of the record's platform. */
export function mapMarketBody<
  Raw extends { readonly platform: string; readonly market_id: string },
  T,
>(
  raw: Raw,
  origin: Origin,
  text: string,
  map: (mapper: Mapper, input: MarketInput<Raw>) => MappingResult<T>,
): MappingResult<T> {
  return mapBody(raw, origin, text, (mapper, { body }) => {
    const id = parseId(raw.market_id)
    // The fields are passed one by one, because an object spread would take 5% of the normalizer's time.
    return id?.platform === raw.platform
      ? map(mapper, { raw, origin, body, nativeId: id.nativeId })
      : deadLetter('bad_market_id', 'market_id', raw.market_id)
  })
}

export function mapTrade(raw: RawTrade, origin: Origin): MappingResult<Trade> {
  if (raw.body === null) return deadLetter('missing_field', 'body and progress')
  return mapMarketBody(raw, origin, raw.body, (mapper, input) => mapper.toTrade(input))
}

/** Returns whether the normalizer, with the current mapping, turns the trade into a dead letter. */
export function isRejectedTrade(raw: RawTrade): boolean {
  try {
    return 'deadLetter' in mapTrade(raw, { topic: 'raw.trades', partition: 0, offset: 0 })
  } catch {
    return true
  }
}
