// What the errors of a call tell the model.
import { describe, expect, it } from '@jest/globals'
import { ApiError } from '../../clients/typescript/src/client.ts'
import { explainError } from '../../services/mcp/errors.ts'

function apiError(status: number, type: string, headers: Record<string, string> = {}): ApiError {
  const detail = [{ loc: ['query', 'q'], msg: 'It is wrong', type }]
  return new ApiError(status, new Headers(headers), JSON.stringify({ detail, request_id: 'r-1' }))
}

describe('an error of the api', () => {
  it.each([
    ['a key', apiError(401, 'invalid_api_key'), /It is wrong\. MCP_API_KEY .* tell the user/],
    [
      'too many requests',
      apiError(429, 'rate_limited', { 'Retry-After': '7' }),
      /again in 7 seconds/,
    ],
    ['a failure', apiError(503, 'unavailable', { 'Retry-After': '3' }), /again in 3 seconds.*r-1/],
    ['a parameter', apiError(422, 'value_error'), /^q: It is wrong\.$/],
    ['a proxy', new ApiError(502, new Headers(), '<html>'), /not from oddslog.*MCP_API_URL/],
  ])('says what to do next: %s', (_what, error, expected) => {
    expect(explainError(error, 'variable')).toMatch(expected)
  })

  it('is cut', () => {
    const detail = [{ loc: ['query', 'q'], msg: 'x'.repeat(100_000), type: 'value_error' }]
    const error = new ApiError(422, new Headers(), JSON.stringify({ detail }))
    expect(explainError(error, 'header')?.length).toBeLessThan(1_600)
  })
})

it('does not explain a fault of this program', () => {
  expect(explainError(new TypeError('x is undefined'), 'header')).toBeNull()
})
