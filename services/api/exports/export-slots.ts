// Limits how many exports run at once: of one account, and of all accounts. Rate limits are not sufficient,
// because an export takes much longer than other requests.
import type { Readable } from 'node:stream'
import { tooManyExports, tooManyExportsInTotal } from '../errors.ts'

/**
 * Maximum number of exports of one account. An export counts until the client has the whole file, because the store
 * keeps the rest of the file on its disk.
 */
const maxExportsOfAccount = 2
/**
 * Maximum number of exports, of all accounts together, whose file the store is writing. The store runs only a few
 * statements at the same time, and each of these exports takes one of them. The client's download does not count.
 */
const maxStatements = 4

export interface ExportSlots {
  /**
   * Calls `open`, which returns the body of an export. Rejects with a RequestError if too many exports run: 429
   * if they are of this account, 503 if they are of all accounts.
   */
  run(accountId: string, open: () => Promise<Readable>): Promise<Readable>
}

export function createExportSlots(): ExportSlots {
  const running = new Map<string, number>()
  let statements = 0

  function release(accountId: string): void {
    const others = (running.get(accountId) ?? 0) - 1
    if (others > 0) running.set(accountId, others)
    else running.delete(accountId)
  }

  return {
    async run(accountId, open) {
      const ofAccount = running.get(accountId) ?? 0
      if (ofAccount >= maxExportsOfAccount) throw tooManyExports(maxExportsOfAccount)
      if (statements >= maxStatements) throw tooManyExportsInTotal()
      running.set(accountId, ofAccount + 1)
      statements += 1
      try {
        const body = await open()
        body.once('close', () => release(accountId))
        return body
      } catch (error) {
        release(accountId)
        throw error
      } finally {
        statements -= 1
      }
    },
  }
}
