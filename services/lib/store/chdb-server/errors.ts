// Errors of the chDB child in the form of a ClickHouse server: translates chDB's messages into error
// code, HTTP status and response body. Used by http.ts.

/** The error response to a request; `message` is the whole body, `code` a ClickHouse error code. */
export class EngineError extends Error {
  readonly code: number
  constructor(code: number, message: string, options?: { cause?: unknown }) {
    super(message, options)
    this.name = 'EngineError'
    this.code = code
  }
}

export function createEngineError(code: number, type: string, text: string): EngineError {
  return new EngineError(code, `Code: ${code}. DB::Exception: ${text} (${type})`)
}

/**
 * The error of a statement that found damaged files. Its code tells the client to repeat the
 * statement later: the parent of this process repairs the store.
 */
export function damageError(damage: string): EngineError {
  return createEngineError(236, 'ABORTED', `The store is damaged and will be repaired: ${damage}`)
}

/**
 * Converts an error of chDB. Removes a second "Code: n. DB::Exception: ", which chDB puts before some
 * messages.
 */
export function toEngineError(error: unknown, version: string): EngineError {
  if (error instanceof EngineError) return error
  const text = error instanceof Error ? error.message : String(error)
  if (/\bENOSPC\b/.test(text)) return createEngineError(243, 'NOT_ENOUGH_SPACE', text)
  const code = Number(/^Code: (\d+)/.exec(text)?.[1] ?? 1002)
  const message = text.startsWith('Code: ')
    ? text.replace(/^Code: \d+\. DB::Exception: (?=Code: \d+\. DB::Exception: )/, '')
    : `Code: 1002. DB::Exception: ${text}. (UNKNOWN_EXCEPTION)`
  const full = message.includes('(version ') ? message : `${message} (version ${version})`
  return new EngineError(code, full, { cause: error })
}

const statusByCode = new Map<number, number>([
  // Authentication and authorization errors.
  [194, 401],
  [192, 403],
  [193, 403],
  [195, 403],
  [516, 403],
  [291, 403],
  [497, 403],
  // Errors in the statement.
  ...[6, 26, 27, 36, 38, 41, 42, 43, 53, 62, 69, 70, 71, 72, 117, 131, 167, 386, 456, 457].map(
    (code): [number, number] => [code, 400],
  ),
  // These codes mean an unknown database, table, column or function.
  ...[16, 44, 46, 47, 50, 56, 60, 63, 73, 78, 81, 115].map((code): [number, number] => [code, 404]),
  [381, 411],
  [223, 413],
  [48, 501],
  [202, 503],
  [203, 503],
  [439, 503],
  [159, 408],
])

export function httpStatusOf(code: number): number {
  return statusByCode.get(code) ?? 500
}
