// Unpacks a data directory that a version of the service has recorded: see test/e2e/record-data-directory.ts.
import { execFile } from 'node:child_process'
import { createReadStream, createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createBrotliDecompress } from 'node:zlib'

/** `fixture`: `data-directory-2`, for example. Through a file, because tar may close a pipe before it has read the padding. */
export async function unpackDataDirectory(fixture: string, directory: string): Promise<void> {
  const packed = new URL(`../fixtures/${fixture}.tar.br`, import.meta.url)
  const archive = join(directory, 'fixture.tar')
  await pipeline(createReadStream(packed), createBrotliDecompress(), createWriteStream(archive))
  await promisify(execFile)('tar', ['-x', '-f', archive, '-C', directory])
  await rm(archive)
}
