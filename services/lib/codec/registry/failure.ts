// Errors of requests to a schema registry: whether a retry can succeed, and the message for operators.

const askForBasePath = ': does its URL have its base path, such as /apis/ccompat/v7?'

/** A failed request to a schema registry. The message is for operators. */
export class RegistryFailure extends Error {
  readonly retriable: boolean
  /** HTTP status of the registry's response; null if the registry itself did not respond. */
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
 * Creates the error of a failed request. `status` is the HTTP status, or null without a response.
 * `isFromRegistry` states whether the response has the form of a registry's; other responses come from a
 * proxy or from another server at the address.
 */
export function toRegistryFailure(
  address: string,
  status: number | null,
  isFromRegistry: boolean,
  message: string,
  cause: unknown,
): RegistryFailure {
  if (status === 401 || status === 403)
    return new RegistryFailure(
      `the schema registry at ${address} refuses us (${status}): check user and password in its URL, and that they may read and write subjects and their compatibility`,
      { retriable: false, status, cause },
    )
  if (status === null || !isFromRegistry) {
    const isUntrusted = /certificate/i.test(message)
    const hint = isUntrusted
      ? ': name the authority that signed it in NODE_EXTRA_CA_CERTS'
      : status === 404
        ? askForBasePath
        : ''
    return new RegistryFailure(
      `the schema registry at ${address} does not answer (${message.trim()})${hint}`,
      { retriable: !isUntrusted, status: null, cause },
    )
  }
  return new RegistryFailure(
    `the schema registry at ${address} answers ${status}: ${message.trim()}${status === 404 ? askForBasePath : ''}`,
    { retriable: status === 429 || status >= 500, status, cause },
  )
}
