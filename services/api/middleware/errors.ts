// The one place that writes error bodies. What the client is to blame for is told in full; of what
// failed here it gets a status and the request id, and the rest goes to the observer.
import type { Context, Middleware } from 'koa'
import type { ErrorBody } from '../../../schemas/generated/api.ts'
import { StoreUnavailable } from '../../platform/store/port.ts'
import { RequestError } from '../errors.ts'
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
      if (answer !== error) observer.onFailure({ requestId, error })
      write(ctx, answer, requestId)
    }
  }
}

function toFailure(error: unknown): RequestError {
  if (error instanceof StoreUnavailable) {
    const msg = 'The data cannot be reached at the moment; try again'
    return new RequestError(503, [{ loc: [], msg, type: 'store_unavailable' }], {
      'Retry-After': '2',
    })
  }
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
