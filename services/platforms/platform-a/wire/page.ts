// platform_a: the fields of a page of events or markets, except for its entries.
export interface PlatformAPage {
  readonly next_cursor?: unknown
}
