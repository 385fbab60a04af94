// The one place that writes error bodies. What the client is to blame for is told in full; of what
// failed here it gets a status and the request id, and the rest goes to the observer.
import type { Context, Middleware } from 'koa'
import type { ErrorBody } from '../../../schemas/generated/api.ts'
import { LogError } from '../../platform/log/port.ts'
import { StoreUnavailable } from '../../platform/store/port.ts'
import { TooBusy } from '../accounts/passwords.ts'
import { RequestError, unavailable } from '../errors.ts'
import { createJsonWriter } from '../json-writer.ts'
import type { ApiObserver } from './observe.ts'

const toJson = createJsonWriter<ErrorBody>('error')

export function errors(observer: ApiObserver): Middleware {
  return async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      const requestId = ctx.state['requestId'] as string
      const answer = error instanceof RequestError ? error : toFailure(error)
      if (!isExpected(error)) observer.onFailure({ requestId, error })
      write(ctx, answer, requestId)
    }
  }
}

function isExpected(error: unknown): boolean {
  return error instanceof RequestError || error instanceof TooBusy
}

function toFailure(error: unknown): RequestError {
  if (error instanceof StoreUnavailable)
    return unavailable('store_unavailable', 'The data cannot be reached at the moment; try again')
  if (error instanceof LogError)
    return unavailable(
      'accounts_unavailable',
      'Accounts cannot be changed at the moment; see what has become of it before you try again',
    )
  if (error instanceof TooBusy)
    return unavailable('too_busy', 'Too many are logging in or signing up; try again')
  return new RequestError(500, [
    { loc: [], msg: 'Something failed on our side', type: 'internal_error' },
  ])
}

function write(ctx: Context, { status, faults, headers }: RequestError, requestId: string): void {
  ctx.status = status
  ctx.set({ ...headers, 'Cache-Control': 'no-store' })
  ctx.type = 'json'
  ctx.body = toJson({
    detail: faults.map((fault) => ({ ...fault, loc: [...fault.loc] })),
    request_id: requestId,
  })
}
