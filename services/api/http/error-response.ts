// Middleware: writes all error bodies. The body describes errors of the client in full. For
// internal errors it has only a status and the request id; the observer gets the error.
import type { Context, Middleware } from 'koa'
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
import type { ApiObserver } from './observe.ts'

const toJson = createJsonWriter<ErrorBody>('error')

export function errors(observer: ApiObserver): Middleware {
  return async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      const requestId = ctx.state['requestId'] as string
      const requestError = error instanceof RequestError ? error : toFailure(error)
      if (!isExpected(error)) observer.onFailure({ requestId, error })
      write(ctx, requestError, requestId)
    }
  }
}

function isExpected(error: unknown): boolean {
  return error instanceof RequestError || error instanceof PasswordQueueFull
}

function toFailure(error: unknown): RequestError {
  if (error instanceof StoreUnavailable) return storeUnavailable()
  if (error instanceof LogError) return accountsUnavailable()
  return error instanceof PasswordQueueFull ? tooBusy() : internalError()
}

function write(ctx: Context, { status, details, headers }: RequestError, requestId: string): void {
  ctx.status = status
  ctx.set({ ...headers, 'Cache-Control': 'no-store' })
  ctx.type = 'json'
  ctx.body = toJson({
    detail: details.map((detail) => ({ ...detail, loc: [...detail.loc] })),
    request_id: requestId,
  })
}
