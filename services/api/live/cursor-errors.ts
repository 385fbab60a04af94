// The errors (422) of cursors that are positions of the log. Each error has its own type, because a client that follows
// the log must react differently to each of them. `location`: where the request has the cursor, for example
// ['query', 'after'].
import { RequestError } from '../errors.ts'

export function invalidCursorError(location: readonly string[]): RequestError {
  return cursorError(
    location,
    'value_error',
    'Value error, not a cursor of this request; copy it unchanged, or begin without a cursor',
  )
}

export function cursorOfOtherLogError(location: readonly string[]): RequestError {
  return cursorError(
    location,
    'cursor_of_other_log',
    'This cursor is of another log: the data was created anew, or the cursor is of another service; begin without a cursor',
  )
}

export function futureCursorError(location: readonly string[]): RequestError {
  return cursorError(
    location,
    'cursor_in_future',
    'This cursor is after the end of the log: the log was restored from an older copy; begin without a cursor',
  )
}

export function expiredCursorError(
  location: readonly string[],
  oldestCursor: string,
): RequestError {
  return cursorError(
    location,
    'cursor_expired',
    `The records after this cursor are no longer retained; the oldest available cursor is ${oldestCursor}`,
  )
}

function cursorError(location: readonly string[], type: string, message: string): RequestError {
  return new RequestError(422, [{ loc: location, type, msg: message }])
}
