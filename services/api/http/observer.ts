// Receives each request and each failure of the API, for metrics and logs.

export interface ApiObserver {
  /**
   * Called once per request, when the response was handed to the connection; for a streamed response, when the
   * connection has sent it or was closed. `route` is the pattern of the route, or `none` for an unknown path,
   * so that unknown paths create no metric labels.
   */
  onRequest(request: {
    readonly route: string
    readonly method: string
    readonly status: number
    readonly durationMs: number
  }): void
  /** Called when the API, the store or the log failed; never for an error of the client. */
  onFailure(failure: { readonly requestId: string | null; readonly error: unknown }): void
}
