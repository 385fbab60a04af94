// Copies an LMDB log to another directory while a process writes to it. The copy is the log at one moment, without
// its free pages. Readers do not block the writer of an LMDB environment. But while a reader is active, LMDB does
// not reuse the pages that this reader may need, so the log grows by what is written meanwhile.
import { open as openFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openLmdb } from '../../run/open-lmdb.ts'

const dataFile = 'data.mdb'

const reportEveryMs = 500

/**
 * Writes one file to `target`, an empty directory; durable when it resolves. `onBytes` is called with the size of the
 * copy so far.
 */
export async function copyLmdbLog(options: {
  readonly path: string
  readonly target: string
  readonly onBytes: (bytes: number) => void
}): Promise<void> {
  const { path, target, onBytes } = options
  const env = openLmdb({ path, readOnly: true })
  const timer = setInterval(() => {
    stat(join(target, dataFile)).then(
      ({ size }) => onBytes(size),
      () => undefined,
    )
  }, reportEveryMs)
  try {
    await env.backup(target, true)
  } finally {
    clearInterval(timer)
    await env.close()
  }
  const copy = await openFile(join(target, dataFile))
  try {
    await copy.sync()
  } finally {
    await copy.close()
  }
}
