// The credentials of an account at a platform, with which requests are signed: which credentials a platform
// accepts, and the signer that config/credentials.ts creates from the environment variables.
import type { KeyObject } from 'node:crypto'

/** What a signature covers. Each attempt of a request gets a signature of its own. */
export interface SignedRequest {
  readonly method: 'GET' | 'POST'
  /** The path as it is sent, without the query. */
  readonly path: string
  /** When the attempt is sent, in Unix milliseconds by the platform's clock. */
  readonly atMs: number
}

export type Headers = Readonly<Record<string, string>>

/** A type of private key, as Node names it. */
export type KeyType = 'rsa' | 'ed25519'

export interface ApiKey {
  readonly id: string
  readonly privateKey: KeyObject
}

/** The credentials that a platform accepts. */
export interface PlatformCredentials {
  /** The environment variable with the id of the key. */
  readonly idVariable: string
  /** The environment variable with the path of a PEM file that contains the private key. */
  readonly privateKeyVariable: string
  readonly keyTypes: readonly KeyType[]
  /** Returns the headers that authenticate a request. */
  readonly signRequest: (key: ApiKey, request: SignedRequest) => Promise<Headers>
}

/** Signs requests with one private key, without giving callers access to the key. */
export interface RequestSigner {
  readonly sign: (request: SignedRequest) => Promise<Headers>
  /** The environment variables that contain the credentials, for error messages. */
  readonly variables: readonly string[]
}

export function createRequestSigner(credentials: PlatformCredentials, key: ApiKey): RequestSigner {
  const { idVariable, privateKeyVariable, signRequest } = credentials
  return {
    sign: (request) => signRequest(key, request),
    variables: [idVariable, privateKeyVariable],
  }
}
