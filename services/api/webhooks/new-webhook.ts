// Reads and checks the body of POST /v1/webhooks.
import type { NewWebhook } from '../../../schemas/generated/api.ts'
import { isPrivateLiteral } from '../../lib/run/public-address.ts'
import { createBodyParser } from '../body.ts'
import { invalidParameters, type ErrorDetail } from '../errors.ts'

/** A body without errors. */
export type CheckedWebhook = Required<NewWebhook> & {
  readonly market_id: string | null
  readonly level: number | null
}

const parseBody = createBodyParser<NewWebhook>('new-webhook')

/**
 * Returns the checked body. Throws a RequestError (422) with every error. `allowPrivate`: whether addresses that are
 * not public, and plain HTTP, are allowed.
 */
export function parseNewWebhook(body: unknown, allowPrivate: boolean): CheckedWebhook {
  const given = parseBody(body)
  const { url, event, market_id: marketId, level, direction = 'any', description = '' } = given
  const errors: ErrorDetail[] = []
  const report = (field: string, msg: string, type = 'value_error'): void =>
    void errors.push({ loc: ['body', field], msg, type })
  const urlProblem = problemOfUrl(url, allowPrivate)
  if (urlProblem !== null) report('url', urlProblem)
  if (event !== 'match.found' && marketId === undefined) report('market_id', ...missing)
  if (event === 'price.crossed' && level === undefined) report('level', ...missing)
  if (event !== 'price.crossed') {
    if (level !== undefined) report('level', onlyForPrices)
    if (given.direction !== undefined) report('direction', onlyForPrices)
  }
  if (errors.length > 0) throw invalidParameters(errors)
  return {
    url,
    event,
    market_id: marketId ?? null,
    level: level ?? null,
    direction,
    description,
  } as CheckedWebhook
}

const missing = ['Field required', 'missing'] as const
const onlyForPrices = 'Value error, only price.crossed has this field'

function problemOfUrl(text: string, allowPrivate: boolean): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  const isSecure = url?.protocol === 'https:'
  if (url === null || !(isSecure || (allowPrivate && url.protocol === 'http:')))
    return 'Value error, must be an https URL'
  if (url.username !== '' || url.password !== '')
    return 'Value error, must not contain a user name or password'
  if (!allowPrivate && isPrivateLiteral(url))
    return 'Value error, must not be an address that is not public'
  return null
}
