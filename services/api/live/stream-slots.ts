// Limits how many streams are open at once: of one account, and of all accounts in this process.
import { tooManyStreams, tooManyStreamsInTotal } from '../errors.ts'

export interface StreamLimits {
  readonly perAccount: number
  readonly total: number
}

export interface StreamSlots {
  /**
   * Reserves a slot for a stream, and returns a function that frees the slot. Throws a RequestError if too many streams
   * are open: 429 if the account has too many, 503 if all accounts together have too many.
   */
  acquire(accountId: string): () => void
  open(): number
}

export function createStreamSlots({ perAccount, total }: StreamLimits): StreamSlots {
  const byAccount = new Map<string, number>()
  let open = 0
  return {
    acquire(accountId) {
      const ofAccount = byAccount.get(accountId) ?? 0
      if (ofAccount >= perAccount) throw tooManyStreams(perAccount)
      if (open >= total) throw tooManyStreamsInTotal()
      byAccount.set(accountId, ofAccount + 1)
      open += 1
      let isFreed = false
      return () => {
        if (isFreed) return
        isFreed = true
        open -= 1
        const others = (byAccount.get(accountId) ?? 0) - 1
        if (others > 0) byAccount.set(accountId, others)
        else byAccount.delete(accountId)
      }
    },
    open: () => open,
  }
}
