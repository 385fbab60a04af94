// Explains to the model why its call failed: what is wrong, and what to do next.
import { z } from 'zod'
import { ApiError, ConnectionError, OddslogError } from '../../clients/typescript/src/client.ts'
import { truncateText } from './result.ts'

/** How the caller passes its API key, for the message about a missing or invalid key. */
export type KeySource = 'variable' | 'header'

const maxTextLength = 1_500

const nextSteps: Readonly<Record<string, string>> = {
  market_not_found: 'Find the id with search_markets, and copy it without changes.',
  match_not_found: 'Find the matches of a market with find_matches and its `ids`.',
  price_not_found:
    'Ask for a later at_time. If older trades are being fetched, call again in 10 seconds.',
}

const keyAdvice: Readonly<Record<KeySource, string>> = {
  variable: 'MCP_API_KEY in the configuration of this MCP server must be a valid API key.',
  header: 'The header X-API-Key (or Authorization: Bearer) must have a valid API key.',
}

/** Returns the explanation; null for an unexpected error, which is a fault of this program. */
export function explainError(error: unknown, keySource: KeySource): string | null {
  const text = explain(error, keySource)
  return text === null ? null : truncateText(text, maxTextLength)
}

function explain(error: unknown, keySource: KeySource): string | null {
  if (error instanceof z.ZodError)
    return `Invalid arguments. Correct them and call again:\n${z.prettifyError(error)}`
  if (error instanceof URIError) return 'Invalid arguments: a text has half of a surrogate pair.'
  if (error instanceof ConnectionError)
    return 'The oddslog service could not be reached or did not answer in time. Call again in 10 seconds; if it still fails, tell the user that the service is not available.'
  if (error instanceof ApiError) return explainApiError(error, keySource)
  // the client throws an OddslogError for invalid arguments, for example for the ids `.` and `..`
  return error instanceof OddslogError ? `Invalid arguments: ${error.message}` : null
}

function explainApiError(error: ApiError, keySource: KeySource): string {
  const { status, detail, requestId, retryAfterMs } = error
  const messages = detail.map(({ loc, msg }) => `${loc.at(-1) ?? ''}: ${msg}`).join('; ')
  const waitSeconds = Math.ceil((retryAfterMs ?? 10_000) / 1000)
  if (detail.length === 0)
    return `The service answered with status ${status}, but the answer is not from oddslog. Tell the user to check MCP_API_URL.`
  if (status === 401)
    return `${messages}. ${keyAdvice[keySource]} Calling again does not help; tell the user.`
  if (status === 429) return `Rate limit: ${messages}. Call again in ${waitSeconds} seconds.`
  if (status >= 500)
    return `The service failed for the moment: ${messages}. Call again in ${waitSeconds} seconds. Request id for the operator: ${requestId}.`
  const steps = detail.flatMap(({ type }) => nextSteps[type] ?? [])
  return [`${messages}.`, ...new Set(steps)].join(' ')
}
