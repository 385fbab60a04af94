// The errors (422) of cursors that are positions of the log. Each has its own type, because a client that
// follows the log must react differently to each of them. `parameter`: where the request has the cursor.
import { RequestError } from '../errors.ts'

export function invalidCursorError(parameter: readonly string[]): RequestError {
  return cursorError(
    parameter,
    'value_error',
    'Value error, not a cursor of this request; copy it unchanged, or begin without a cursor',
  )
}

export function cursorOfOtherLogError(parameter: readonly string[]): RequestError {
  return cursorError(
    parameter,
    'cursor_of_other_log',
    'This cursor is of another log: the data was created anew, or the cursor is of another service; begin without a cursor',
  )
}

export function futureCursorError(parameter: readonly string[]): RequestError {
  return cursorError(
    parameter,
    'cursor_in_future',
    'This cursor is after the end of the log: the log was restored from an older copy; begin without a cursor',
  )
}

export function expiredCursorError(parameter: readonly string[], oldest: string): RequestError {
  return cursorError(
    parameter,
    'cursor_expired',
    `The records after this cursor are no longer retained; the oldest available cursor is ${oldest}`,
  )
}

function cursorError(loc: readonly string[], type: string, msg: string): RequestError {
  return new RequestError(422, [{ loc, type, msg }])
}
