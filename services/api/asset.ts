// A file that is served to everybody from memory: the documentation, the console, /openapi.json.
export interface Asset {
  readonly path: string
  /** Content-Type */
  readonly type: string
  readonly body: string | Buffer
  readonly headers: Readonly<Record<string, string>>
}
