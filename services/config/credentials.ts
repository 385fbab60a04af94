// Reads the credentials of platforms: the variables that their modules name, and the files of private keys. No
// message contains the value of a variable, because somebody may put the key itself where its path belongs.
// Used by config.ts.
import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import {
  createRequestSigner,
  type KeyType,
  type PlatformCredentials,
  type RequestSigner,
} from '../platforms/credentials.ts'
import type { PlatformName } from '../platforms/identity.ts'
import type { PlatformModule } from '../platforms/module.ts'

interface Messages {
  readonly problems: string[]
  readonly warnings: string[]
}

const permissionsOfOthers = 0o077
/** The PEM file of an RSA key of 16,384 bits has 12,500 bytes. */
const maxFileBytes = 65_536
/** Shorter RSA keys can be broken. The platforms create longer ones. */
const minRsaBits = 2_048

/**
 * Returns the signers of the platforms whose variables are set. Adds the errors in the variables and key files to
 * `problems`.
 */
export function readCredentials(
  modules: readonly PlatformModule[],
  readVariable: (name: string) => string | undefined,
  messages: Messages,
): Partial<Record<PlatformName, RequestSigner>> {
  return Object.fromEntries(
    modules.flatMap(({ name, credentials }) => {
      const signer = credentials && readSigner(credentials, readVariable, messages)
      return signer ? [[name, signer]] : []
    }),
  )
}

function readSigner(
  credentials: PlatformCredentials,
  readVariable: (name: string) => string | undefined,
  { problems, warnings }: Messages,
): RequestSigner | null {
  const { idVariable, privateKeyVariable, keyTypes } = credentials
  const id = readVariable(idVariable)
  const path = readVariable(privateKeyVariable)
  if (id === undefined && path === undefined) return null
  if (id === undefined || path === undefined) {
    const [present, missing] =
      id === undefined ? [privateKeyVariable, idVariable] : [idVariable, privateKeyVariable]
    problems.push(`${missing}: must be set, because ${present} is; or unset both`)
  }
  // The id is sent in a header, where other characters are not allowed.
  if (id !== undefined && !/^[\x21-\x7e]{1,200}$/.test(id))
    problems.push(`${idVariable}: must be the id of the key: letters and digits without spaces`)
  if (path === undefined) return null
  try {
    const { privateKey, isAccessibleToOthers } = readKeyFile(path, keyTypes)
    if (isAccessibleToOthers)
      warnings.push(
        `${privateKeyVariable}: other users of this machine can access the file: run chmod 600 on it`,
      )
    return id === undefined ? null : createRequestSigner(credentials, { id, privateKey })
  } catch (error) {
    if (!(error instanceof KeyFileError)) throw error
    problems.push(`${privateKeyVariable}: ${error.message}`)
    return null
  }
}

/** The error message says what to do. It contains neither the path nor the content of the file. */
class KeyFileError extends Error {}

const fileProblems: Readonly<Record<string, string>> = {
  ENOENT: 'must be the path of a file that exists',
  ENOTDIR: 'must be the path of a file that exists',
  ENAMETOOLONG: 'must be the path of a file, not the key itself',
  EACCES: 'the file cannot be read: allow the user of this process to read it',
  EPERM: 'the file cannot be read: allow the user of this process to read it',
}

function readKeyFile(
  path: string,
  keyTypes: readonly KeyType[],
): { readonly privateKey: KeyObject; readonly isAccessibleToOthers: boolean } {
  if (path.includes('-----BEGIN'))
    throw new KeyFileError('must be the path of a PEM file, not the key itself')
  try {
    const file = statSync(path)
    if (!file.isFile() || file.size > maxFileBytes)
      throw new KeyFileError('must be the path of a PEM file with one private key')
    return {
      privateKey: toPrivateKey(readFileSync(path), keyTypes),
      isAccessibleToOthers: (file.mode & permissionsOfOthers) !== 0,
    }
  } catch (error) {
    if (error instanceof KeyFileError) throw error
    const code = (error as NodeJS.ErrnoException).code ?? ''
    throw new KeyFileError(fileProblems[code] ?? `the file cannot be read (${code})`)
  }
}

function toPrivateKey(pem: Buffer, keyTypes: readonly KeyType[]): KeyObject {
  const key = parseKey(pem)
  const type = key.asymmetricKeyType
  if (!keyTypes.some((one) => one === type))
    throw new KeyFileError(`contains a key of type ${type}: must be one of ${keyTypes.join(', ')}`)
  const bits = key.asymmetricKeyDetails?.modulusLength
  if (bits !== undefined && bits < minRsaBits)
    throw new KeyFileError(`contains an RSA key of ${bits} bits: must have ${minRsaBits} or more`)
  return key
}

function parseKey(pem: Buffer): KeyObject {
  if (pem.includes('ENCRYPTED'))
    throw new KeyFileError(
      'the key is encrypted: remove its passphrase (openssl pkey -in FILE -out NEWFILE)',
    )
  try {
    return createPrivateKey(pem)
  } catch {
    // The messages of OpenSSL are not shown, because they do not say what to do.
    throw new KeyFileError('the file contains no private key in PEM format')
  }
}
