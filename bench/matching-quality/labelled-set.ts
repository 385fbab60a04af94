// Parses a labelled set: one line per pair of events, with the pairs of their markets that match.
import { Ajv2020 } from 'ajv/dist/2020.js'

export interface LabelledPair {
  readonly category: string
  readonly event: 'same' | 'related' | 'unrelated'
  readonly platform_a: LabelledEvent & {
    readonly event_id: string
    readonly markets: readonly { readonly condition_id: string; readonly title: string }[]
  }
  readonly platform_b: LabelledEvent & {
    readonly event_ticker: string
    readonly markets: readonly { readonly ticker: string; readonly title: string }[]
  }
  readonly matches: readonly LabelledMatch[]
  readonly near: readonly (MarketPair & { readonly why: string })[]
}

interface LabelledEvent {
  readonly title: string
  /** Days, `2026-05-16`. */
  readonly event_date: string | null
  readonly deadline: string | null
}

export interface MarketPair {
  readonly ticker: string
  readonly condition_id: string
}

export interface LabelledMatch extends MarketPair {
  readonly relation: 'identical' | 'outcome' | 'inverse'
  /** Label of platform_a's outcome that pays when platform_b's Yes pays; taken from the title. */
  readonly outcome: string | null
  /** false: the pair is labelled uncertain, because a reader needed the rules to decide. */
  readonly sure: boolean
}

/** The message contains the line number and the validation error. */
export class InvalidLabelledSetError extends Error {}

const nonEmptyText = { type: 'string', minLength: 1 }
const text = { type: 'string' }
const day = { type: ['string', 'null'], format: 'day' }
const object = (properties: Readonly<Record<string, unknown>>): object => ({
  type: 'object',
  required: Object.keys(properties),
  properties,
})
const listOf = (items: object): object => ({ type: 'array', items })
const marketPair = { ticker: nonEmptyText, condition_id: nonEmptyText }

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true })
ajv.addFormat('day', isDay)
const isLabelledPair = ajv.compile<LabelledPair>(
  object({
    category: nonEmptyText,
    event: { enum: ['same', 'related', 'unrelated'] },
    platform_a: object({
      event_id: nonEmptyText,
      title: text,
      event_date: day,
      deadline: day,
      markets: listOf(object({ condition_id: nonEmptyText, title: text })),
    }),
    platform_b: object({
      event_ticker: nonEmptyText,
      title: text,
      event_date: day,
      deadline: day,
      markets: listOf(object({ ticker: nonEmptyText, title: text })),
    }),
    matches: listOf(
      object({
        ...marketPair,
        relation: { enum: ['identical', 'outcome', 'inverse'] },
        outcome: { type: ['string', 'null'] },
        sure: { type: 'boolean' },
      }),
    ),
    near: listOf(object({ ...marketPair, why: nonEmptyText })),
  }),
)

/** Throws InvalidLabelledSetError. Skips empty lines. */
export function parseLabelledSet(lines: string): readonly LabelledPair[] {
  const pairs = lines
    .split('\n')
    .flatMap((line, index) => (line.trim() === '' ? [] : [parseLine(line, index + 1)]))
  if (pairs.length === 0) throw new InvalidLabelledSetError('the file has no lines')
  return pairs
}

function parseLine(line: string, lineNumber: number): LabelledPair {
  const fail = (what: string): never => {
    throw new InvalidLabelledSetError(`line ${lineNumber}: ${what}`)
  }
  const pair = parseJson(line)
  if (pair === undefined) return fail('not valid JSON')
  if (!isLabelledPair(pair)) {
    const [error] = isLabelledPair.errors ?? []
    const where = (error?.instancePath ?? '').slice(1).replaceAll('/', '.')
    return fail(`${where} ${error?.message}`.trim())
  }
  const listed = new Set([
    ...pair.platform_a.markets.map((market) => market.condition_id),
    ...pair.platform_b.markets.map((market) => market.ticker),
  ])
  for (const { ticker, condition_id } of [...pair.matches, ...pair.near])
    for (const id of [ticker, condition_id])
      if (!listed.has(id)) fail(`${id} is labelled but not listed as a market`)
  return pair
}

/** undefined: not valid JSON. */
function parseJson(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

function isDay(value: string): boolean {
  const time = /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(value) : Number.NaN
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)
}
