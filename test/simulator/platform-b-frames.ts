// Validates the frames of platform_b's WebSocket: strict JSON schemas of what has been recorded and documented.
import { Ajv, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import type { Row } from './client.ts'

const dollars = { type: 'string', pattern: '^[01]\\.\\d{4}$' }
const count = { type: 'string', pattern: '^\\d+\\.\\d{2}$' }
const uuid = { type: 'string', format: 'uuid' }
const ticker = { type: 'string', pattern: '^[A-Z0-9.()-]+$' }
const integer = { type: 'integer', minimum: 0 }
const outcome = { enum: ['yes', 'no'] }
const levels = {
  type: 'array',
  minItems: 1,
  items: { type: 'array', items: [dollars, count], minItems: 2, maxItems: 2 },
}

/** Properties whose name ends with `?` are optional; there are no others. */
function object(properties: Readonly<Record<string, object>>): object {
  const names = Object.keys(properties)
  return {
    type: 'object',
    additionalProperties: false,
    required: names.filter((name) => !name.endsWith('?')),
    properties: Object.fromEntries(
      names.map((name) => [name.replace('?', ''), properties[name] ?? {}]),
    ),
  }
}

/** A message on a channel, with its sequence number. */
const message = (type: string, msg: object, more: Readonly<Record<string, object>> = {}): object =>
  object({
    type: { const: type },
    sid: { type: 'integer', minimum: 1 },
    seq: { type: 'integer', minimum: 1 },
    'sending_ts_ms?': integer,
    msg,
    ...more,
  })

const id = { type: 'integer', minimum: 1 }
const priceRanges = {
  price_level_structure: { type: 'string' },
  price_ranges: {
    type: 'array',
    items: object({ start: dollars, end: dollars, step: dollars }),
  },
}

/** The changes of a market, by `event_type`. */
const lifecycle: Readonly<Record<string, Readonly<Record<string, object>>>> = {
  created: {
    exchange_index: integer,
    open_ts: integer,
    close_ts: integer,
    ...priceRanges,
    additional_metadata: { type: 'object' },
  },
  activated: { is_deactivated: { const: false } },
  deactivated: { is_deactivated: { const: true } },
  close_date_updated: { close_ts: integer },
  determined: {
    determination_ts: integer,
    result: { enum: ['yes', 'no', 'scalar'] },
    settlement_value: dollars,
  },
  settled: { settled_ts: integer },
}

const schemas: Readonly<Record<string, object>> = {
  subscribed: object({
    type: { const: 'subscribed' },
    id,
    msg: object({ channel: { type: 'string' }, sid: { type: 'integer', minimum: 1 } }),
  }),
  ok: message(
    'ok',
    object({ 'market_tickers?': { type: 'array', items: ticker, uniqueItems: true } }),
    { id },
  ),
  orderbook_snapshot: message(
    'orderbook_snapshot',
    object({
      market_ticker: ticker,
      market_id: uuid,
      'yes_dollars_fp?': levels,
      'no_dollars_fp?': levels,
    }),
    { 'id?': id },
  ),
  orderbook_delta: message(
    'orderbook_delta',
    object({
      market_ticker: ticker,
      market_id: uuid,
      price_dollars: dollars,
      delta_fp: { type: 'string', pattern: '^-?\\d+\\.\\d{2}$' },
      side: outcome,
      'ts?': { type: 'string', format: 'date-time' },
      'ts_ms?': integer,
    }),
  ),
  trade: message(
    'trade',
    object({
      trade_id: uuid,
      market_ticker: ticker,
      yes_price_dollars: dollars,
      no_price_dollars: dollars,
      count_fp: count,
      taker_side: outcome,
      ts: integer,
      // since spring 2026
      'taker_outcome_side?': outcome,
      'taker_book_side?': { enum: ['bid', 'ask'] },
      'is_block_trade?': { type: 'boolean' },
      'ts_ms?': integer,
      // until spring 2026
      'yes_price?': integer,
      'no_price?': integer,
      'count?': integer,
    }),
  ),
  event_lifecycle: message(
    'event_lifecycle',
    object({
      event_ticker: ticker,
      title: { type: 'string' },
      subtitle: { type: 'string' },
      collateral_return_type: { type: 'string' },
      series_ticker: ticker,
      'strike_date?': integer,
    }),
  ),
  market_lifecycle_v2: message('market_lifecycle_v2', {
    oneOf: Object.entries(lifecycle).map(([kind, fields]) =>
      object({ market_ticker: ticker, event_type: { const: kind }, ...fields }),
    ),
  }),
}

const ajv = new Ajv({ allErrors: true, strict: true, strictTuples: false })
formats.default(ajv)
const validators = new Map<string, ValidateFunction>(
  Object.entries(schemas).map(([type, schema]) => [type, ajv.compile(schema)]),
)

/** What is wrong with a frame; null: nothing. */
export function frameFault(frame: Row): string | null {
  const validate = validators.get(String(frame['type']))
  if (validate === undefined) return `unknown type ${String(frame['type'])}`
  return validate(frame) ? null : ajv.errorsText(validate.errors)
}
