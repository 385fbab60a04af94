// Turns errors into responses. The body describes errors of the client in full. For internal errors it has
// only a status and the request id; the observer gets the error.
import type { ErrorBody } from '../../../schemas/generated/api.ts'
import { LogError } from '../../lib/log/port.ts'
import { StoreUnavailable } from '../../lib/store/port.ts'
import { PasswordQueueFull } from '../accounts/passwords.ts'
import {
  accountsUnavailable,
  internalError,
  RequestError,
  storeUnavailable,
  tooBusy,
} from '../errors.ts'
import { createJsonWriter } from '../json-writer.ts'
import type { ApiObserver } from './observer.ts'
import { jsonType, toHeaderList, type HttpExchange, type HttpResponse } from './response.ts'

const toJson = createJsonWriter<ErrorBody>('error')

export function toErrorResponse(
  error: unknown,
  exchange: HttpExchange,
  observer: Pick<ApiObserver, 'onFailure'>,
): HttpResponse {
  const { requestId } = exchange
  if (!isExpectedError(error)) observer.onFailure({ requestId, error })
  const { status, details, headers } = toRequestError(error)
  const body = toJson({
    detail: details.map((detail) => ({ ...detail, loc: [...detail.loc] })),
    request_id: requestId,
  })
  return {
    status,
    headers: toHeaderList({ ...headers, 'Cache-Control': 'no-store' }),
    content: { type: jsonType, body },
  }
}

/**
 * Returns the error that the response describes. For any error other than a RequestError, clients get no
 * details.
 */
export function toRequestError(error: unknown): RequestError {
  return error instanceof RequestError ? error : toServerError(error)
}

function isExpectedError(error: unknown): boolean {
  return error instanceof RequestError || error instanceof PasswordQueueFull
}

function toServerError(error: unknown): RequestError {
  if (error instanceof StoreUnavailable) return storeUnavailable()
  if (error instanceof LogError) return accountsUnavailable()
  return error instanceof PasswordQueueFull ? tooBusy() : internalError()
}
