// The part of negotiator that we use. The package has no types, and the types that others publish for it lack its
// options.
declare module 'negotiator' {
  class Negotiator {
    constructor(request: { readonly headers: Readonly<Record<string, unknown>> })
    /** `preferred`: the order of preference among encodings that the client accepts equally. */
    encoding(
      available: readonly string[],
      options: { readonly preferred: readonly string[] },
    ): string | undefined
  }
  export = Negotiator
}
