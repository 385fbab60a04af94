// The part of negotiator that we use. The package has no types, and those of others lack its options.
declare module 'negotiator' {
  class Negotiator {
    constructor(request: { readonly headers: Readonly<Record<string, unknown>> })
    /** `preferred`: the order of encodings that the client accepts alike. */
    encoding(
      available: readonly string[],
      options: { readonly preferred: readonly string[] },
    ): string | undefined
  }
  export = Negotiator
}
