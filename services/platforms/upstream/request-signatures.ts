// Signs each attempt of a request to one host, if the platform's credentials are configured. Also reports
// whether the platform accepts the signatures. Used by upstream.ts.
import type { Platform } from '../../../schemas/generated/events.ts'
import type { Headers, RequestSigner, SignedRequest } from '../credentials.ts'

export interface SignatureObserver {
  log(
    level: 'info' | 'warn' | 'error',
    message: string,
    fields: Readonly<Record<string, unknown>>,
  ): void
}

export interface RequestSignatures {
  /** Returns the headers that sign the request; none without credentials. */
  signRequest(request: SignedRequest): Promise<Headers>
  /** Whether a response with this status says that the platform does not accept the signature. */
  isRejection(status: number): boolean
  /** What to do about a rejection, for the message of an error. */
  readonly advice: string
  /**
   * Called when a request was accepted, or was given up because its signature was rejected. Logs only the
   * changes from one to the other.
   */
  report(isAccepted: boolean): void
}

export function createRequestSignatures(
  platform: Platform,
  signer: RequestSigner | null,
  observer: SignatureObserver,
): RequestSignatures {
  let wasAccepted = true
  const variables = signer?.variables.join(' and ') ?? ''
  const advice = `the platform rejects the signature: check that ${variables} belong together, that the key has not expired, and that it is one of this platform, not of its demo`
  return {
    signRequest: async (request) => (signer === null ? {} : signer.sign(request)),
    isRejection: (status) => signer !== null && status === 401,
    advice,
    report(isAccepted) {
      if (isAccepted === wasAccepted) return
      wasAccepted = isAccepted
      if (isAccepted)
        observer.log('info', 'the platform accepts the signatures again', { platform })
      else observer.log('error', advice, { platform, status: 401 })
    },
  }
}

/** Returns the text without the values of the headers: a response may repeat them. */
export function withoutHeaderValues(text: string, headers: Headers): string {
  return Object.values(headers).reduce((rest, value) => rest.replaceAll(value, '[removed]'), text)
}
