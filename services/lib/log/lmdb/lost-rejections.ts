// Keeps the process from ending when lmdb rejects a promise that no caller can reach. lmdb-js makes one promise per
// failed transaction, with the cause, and attaches it to the errors of the callers (commit-queue.ts). If there is
// no such caller, for example because the caller has already got the error of the transaction, Node would end the
// process. This was seen once, on a full disk at a high load. Nothing is lost: each caller has a promise of its
// own.
import type { LogLogger } from '../loop.ts'

/**
 * `thisProcess`: the process that writes to the log, which calls this function once. Other unhandled rejections still
 * end the process.
 */
export function handleLostRejections(thisProcess: NodeJS.Process, logger: LogLogger): void {
  thisProcess.on('unhandledRejection', (reason) => {
    if (!isFailedTransaction(reason)) throw reason
    logger.warn({ err: reason }, 'a transaction of LMDB failed')
  })
}

/**
 * Returns whether lmdb-js made the error from an error code of LMDB or of the operating system. These codes are
 * numbers.
 */
function isFailedTransaction(reason: unknown): boolean {
  return (
    reason instanceof Error &&
    'code' in reason &&
    typeof reason.code === 'number' &&
    /[\\/]node_modules[\\/]lmdb[\\/]/.test(reason.stack ?? '')
  )
}
