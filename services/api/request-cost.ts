// Computes the cost of a request: the number of requests that it counts as in the rate limits. The cost is computed
// before the parameters are validated, because a response with status 429 takes precedence over 422. Invalid values
// count as if they were absent.
import { searchWords } from '../domain/text.ts'
import { splitList } from './parameters.ts'
import type { RouteCost, RouteDocument } from './route.ts'
import { bodySchemas, parametersOf, querySchemas, type JsonSchema } from './schemas.ts'

const plainCost: RouteCost = { base: 1, portions: {} }

/** The maximum cost of a request, unless its route has a maximum of its own. */
export const maxCost = 20

/**
 * Returns a function that computes the cost of a request of the route. The cost of a request with a body is
 * computed twice: first without the body, and again when the body has been read.
 */
export function createCostCounter({
  cost = plainCost,
  query,
  body,
}: Pick<RouteDocument, 'cost' | 'query' | 'body'>): (
  search: URLSearchParams,
  body?: unknown,
) => number {
  const schemas = new Map([
    ...(query === undefined ? [] : parametersOf(querySchemas[query])),
    ...(body === undefined ? [] : parametersOf(bodySchemas[body.schema])),
  ])
  const parts = Object.entries(cost.portions).map(([name, portion]) => {
    const schema = schemas.get(name)
    if (!schema) throw new Error(`${name} is not a parameter of ${query ?? body?.schema}`)
    return { name, portion, schema }
  })
  return (search, parsedBody) => {
    const further = parts.map(({ name, portion, schema }) => {
      const amount =
        body === undefined
          ? Math.min(countUnits(name, schema, search.getAll(name)), schema.maximum ?? Infinity)
          : Math.min(listLengthOf(name, parsedBody), schema.maxItems ?? Infinity)
      return Math.max(0, Math.ceil(amount / portion) - 1)
    })
    return Math.min(
      cost.max ?? maxCost,
      further.reduce((sum, one) => sum + one, cost.base),
    )
  }
}

/** Returns the size of a parameter in the units of its portions. `texts`: its values in the query. */
function countUnits(name: string, schema: JsonSchema, texts: readonly string[]): number {
  if (schema.type === 'integer') {
    const [text = ''] = texts
    return /^\+?\d+$/.test(text) ? Number(text) : Number(schema.default ?? 0)
  }
  if (name === 'q') return searchWords(texts[0] ?? '').length
  return texts.flatMap(splitList).length
}

/** Returns the number of items in the list `name` of the body; 0 if the body has no such list. */
function listLengthOf(name: string, body: unknown): number {
  const list = (body as Readonly<Record<string, unknown>> | null | undefined)?.[name]
  return Array.isArray(list) ? list.length : 0
}

/** Describes in a sentence how the cost of a route's requests is computed, for the documentation of the route. */
export function describeCost({ base, portions, max }: RouteCost = plainCost): string {
  const further = Object.entries(portions).map(([name, portion]) => {
    const unit = units[name] ?? 'values of'
    return `${portion} ${unit} \`${name}\``
  })
  const requests = base === 1 ? '1 request' : `${base} requests`
  const rule = `Counts as ${requests} in the rate limits`
  if (further.length === 0) return `${rule}.`
  return `${rule}, and as 1 more for each further ${further.join(', ')} (${max ?? maxCost} at most).`
}

const units: Readonly<Record<string, string>> = {
  limit: 'rows of',
  offset: 'rows of',
  q: 'words of',
  requests: 'items of',
}
