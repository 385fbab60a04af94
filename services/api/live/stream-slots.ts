// Limits how many streams are open at once: of one account, and of all accounts in this process.
import { tooManyStreams, tooManyStreamsInTotal } from '../errors.ts'

export interface StreamLimits {
  readonly perAccount: number
  readonly total: number
}

export interface StreamSlots {
  /**
   * Takes a slot. Throws a RequestError if too many streams are open: 429 if they are of this account, 503 if
   * they are of all accounts. Returns a function that frees the slot.
   */
  take(accountId: string): () => void
  open(): number
}

export function createStreamSlots({ perAccount, total }: StreamLimits): StreamSlots {
  const byAccount = new Map<string, number>()
  let open = 0
  return {
    take(accountId) {
      const ofAccount = byAccount.get(accountId) ?? 0
      if (ofAccount >= perAccount) throw tooManyStreams(perAccount)
      if (open >= total) throw tooManyStreamsInTotal()
      byAccount.set(accountId, ofAccount + 1)
      open += 1
      let isTaken = true
      return () => {
        if (!isTaken) return
        isTaken = false
        open -= 1
        const others = (byAccount.get(accountId) ?? 0) - 1
        if (others > 0) byAccount.set(accountId, others)
        else byAccount.delete(accountId)
      }
    },
    open: () => open,
  }
}
