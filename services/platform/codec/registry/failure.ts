// What a failed request to a schema registry means: may it work later, and what should an operator do?

const askForBasePath = ': does its URL have its base path, such as /apis/ccompat/v7?'

/** The message is for an operator. */
export class RegistryFailure extends Error {
  readonly retriable: boolean
  /** What the registry itself answered; null: it did not. */
  readonly status: number | null
  constructor(
    message: string,
    options: { retriable: boolean; status: number | null; cause?: unknown },
  ) {
    super(message, { cause: options.cause })
    this.name = 'RegistryFailure'
    this.retriable = options.retriable
    this.status = options.status
  }
}

/**
 * `status` is that of an answer, null without one. `isItsOwn`: the answer has the form of a registry's;
 * others come from a proxy before it, or from whatever else is at the address.
 */
export function toRegistryFailure(
  address: string,
  status: number | null,
  isItsOwn: boolean,
  words: string,
  cause: unknown,
): RegistryFailure {
  if (status === 401 || status === 403)
    return new RegistryFailure(
      `the schema registry at ${address} refuses us (${status}): check user and password in its URL, and that they may read and write subjects and their compatibility`,
      { retriable: false, status, cause },
    )
  if (status === null || !isItsOwn) {
    const isUntrusted = /certificate/i.test(words)
    const hint = isUntrusted
      ? ': name the authority that signed it in NODE_EXTRA_CA_CERTS'
      : status === 404
        ? askForBasePath
        : ''
    return new RegistryFailure(
      `the schema registry at ${address} does not answer (${words.trim()})${hint}`,
      { retriable: !isUntrusted, status: null, cause },
    )
  }
  return new RegistryFailure(
    `the schema registry at ${address} answers ${status}: ${words.trim()}${status === 404 ? askForBasePath : ''}`,
    { retriable: status === 429 || status >= 500, status, cause },
  )
}
