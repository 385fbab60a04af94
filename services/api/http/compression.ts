// Compresses bodies with br or gzip. Compressed bodies are kept for later requests, because compressing a large
// body takes many times as long as the rest of its request.
import type { IncomingMessage } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import Negotiator from 'negotiator'
import type { MaybePromise } from '../../lib/run/maybe-promise.ts'
import { createSieve, type CacheItem } from '../../lib/run/sieve.ts'
import { isInParts, type Body } from './response.ts'

export type Encoding = 'br' | 'gzip'

export interface Compression {
  /** Returns the encoding for a response; undefined if the client prefers a body without compression. */
  encodingFor(request: IncomingMessage): Encoding | undefined
  /** Compresses a body. `tag` identifies the body in the cache; null: the compressed body is not cached. */
  compress(body: Body, tag: string | null, encoding: Encoding): MaybePromise<Buffer>
}

const gzipAsync = promisify(gzip)
const brotliAsync = promisify(brotliCompress)

/** Higher qualities take several times as long, and make the result hardly smaller. */
const brotliQuality = 4

function compressBody(body: Body, encoding: Encoding): Promise<Buffer> {
  const bytes = isInParts(body) ? Buffer.concat(body) : body
  if (encoding === 'gzip') return gzipAsync(bytes)
  return brotliAsync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality } })
}

const preferredEncodings: readonly Encoding[] = ['br', 'gzip']
const offeredEncodings = [...preferredEncodings, 'identity']
/** The encoding for a client that accepts any encoding. */
const wildcardEncoding: Encoding = 'gzip'
/** Estimated memory of a cached body, in addition to its bytes. */
const entryBytes = 500

interface Entry extends CacheItem {
  readonly body: Buffer
}

/** `maxBytes`: maximum memory of the compressed bodies in the cache. */
export function createCompression(maxBytes: number): Compression {
  const sieve = createSieve(maxBytes)
  const kept = new Map<string, Entry>()
  /** Compressions under way, by key. Requests for the same body wait for the same compression. */
  const running = new Map<string, Promise<Buffer>>()

  function addToCache(key: string, body: Buffer): void {
    const onEvicted = (): void => void kept.delete(key)
    const entry: Entry = { body, bytes: entryBytes + body.length, isUsed: false, onEvicted }
    if (entry.bytes > maxBytes) return
    kept.set(key, entry)
    sieve.add(entry)
  }

  async function compressAndCache(body: Body, key: string, encoding: Encoding): Promise<Buffer> {
    try {
      const compressed = await compressBody(body, encoding)
      addToCache(key, compressed)
      return compressed
    } finally {
      running.delete(key)
    }
  }

  return {
    encodingFor(request) {
      const header = request.headers['accept-encoding']
      if (header === undefined) return undefined
      if (header === '*') return wildcardEncoding
      const found = new Negotiator(request).encoding(offeredEncodings, {
        preferred: preferredEncodings,
      })
      return preferredEncodings.find((encoding) => encoding === found)
    },
    compress(body, tag, encoding) {
      if (tag === null) return compressBody(body, encoding)
      const key = `${encoding} ${tag}`
      const entry = kept.get(key)
      if (entry) {
        entry.isUsed = true
        return entry.body
      }
      const known = running.get(key)
      if (known) return known
      const started = compressAndCache(body, key, encoding)
      running.set(key, started)
      return started
    },
  }
}
