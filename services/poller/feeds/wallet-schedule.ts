// Which wallet is looked at next. One that somebody has just asked about comes before all others: a
// person is waiting; of several, the one waited for longest. The others take turns, so that a wallet
// with a long past keeps none from its own.
import type { PollerTuning } from '../tuning.ts'
import { backoffMs } from '../wait.ts'

export interface WalletTurn {
  readonly wallet: string
  /** Begin with what is new; otherwise go on where the last turn ended. */
  readonly isNewLook: boolean
}

export interface WalletSchedule {
  /**
   * Somebody asked about it. `lookedAtMs`: when it was looked at last, as far as is remembered; what
   * is known of it in this process counts more.
   */
  ask(wallet: string, requestedAtMs: number, lookedAtMs: number): void
  /** The next, which is nobody else's until it is put back; null: none is due. */
  take(): WalletTurn | null
  /** There is more of this look to do. */
  goOn(wallet: string): void
  /** The look is over; the next is due when its time has come. */
  rest(wallet: string): void
  /** The look came to nothing: it is tried again, each time later. Only one of those at a time. */
  fail(wallet: string): void
  /** Until one is due, if nothing is put back meanwhile. */
  waitMs(): number
}

interface Entry {
  readonly requestedAtMs: number
  /** When somebody asked for the first time since the last look began; null: nobody has. */
  readonly askedAtMs: number | null
  /** From then on a new look is wanted. */
  readonly dueMs: number
  readonly isUnderWay: boolean
  readonly isTaken: boolean
  /** Looks in a row that came to nothing. */
  readonly failures: number
  /** Counts up with each turn. */
  readonly turn: number
}

/** Behind the first look that came to nothing; then ever longer, up to what is usual for the wallet. */
const firstPauseMs = 1_000
/** Nobody has to be woken sooner. */
const longestWaitMs = 60_000

export function createWalletSchedule(options: {
  readonly tuning: Pick<
    PollerTuning,
    | 'walletHotMs'
    | 'walletHotForMs'
    | 'walletWarmMs'
    | 'walletWarmForMs'
    | 'walletColdMs'
    | 'walletForMs'
  >
  readonly now: () => number
  readonly random: () => number
}): WalletSchedule {
  const { tuning, now, random } = options
  const entries = new Map<string, Entry>()
  let turns = 0
  let isTroubledTaken = false

  /** The more recently it was asked about, the more often it is looked at. */
  function intervalMs(requestedAtMs: number): number {
    const agoMs = now() - requestedAtMs
    if (agoMs < tuning.walletHotForMs) return tuning.walletHotMs
    return agoMs < tuning.walletWarmForMs ? tuning.walletWarmMs : tuning.walletColdMs
  }

  /** One that fails may hold up whoever works on it for minutes: never all of them at once. */
  function isFree(entry: Entry): boolean {
    return !entry.isTaken && !(entry.failures > 0 && isTroubledTaken)
  }

  function isBefore(one: Entry, other: Entry): boolean {
    if (one.askedAtMs !== null && other.askedAtMs !== null) return one.askedAtMs < other.askedAtMs
    if (one.askedAtMs !== null || other.askedAtMs !== null) return one.askedAtMs !== null
    return one.turn < other.turn
  }

  function next(): readonly [string, Entry] | null {
    const atMs = now()
    let best: readonly [string, Entry] | null = null
    for (const one of entries) {
      const [wallet, entry] = one
      if (!isFree(entry)) continue
      if (atMs - entry.requestedAtMs >= tuning.walletForMs) entries.delete(wallet)
      else if (entry.askedAtMs !== null || entry.isUnderWay || entry.dueMs <= atMs) {
        if (!best || isBefore(entry, best[1])) best = one
      }
    }
    return best
  }

  function putBack(wallet: string, change: (entry: Entry) => Partial<Entry>): void {
    const entry = entries.get(wallet)
    if (!entry) return
    if (entry.failures > 0) isTroubledTaken = false
    entries.set(wallet, { ...entry, isTaken: false, ...change(entry) })
  }

  return {
    ask(wallet, requestedAtMs, lookedAtMs) {
      const known = entries.get(wallet)
      if (known && known.requestedAtMs >= requestedAtMs) return
      const isNews = known !== undefined || requestedAtMs > lookedAtMs
      entries.set(wallet, {
        dueMs: lookedAtMs + intervalMs(requestedAtMs),
        isUnderWay: false,
        isTaken: false,
        failures: 0,
        turn: 0,
        ...known,
        requestedAtMs,
        askedAtMs: known?.askedAtMs ?? (isNews ? requestedAtMs : null),
      })
    },

    take() {
      const found = next()
      if (!found) return null
      const [wallet, entry] = found
      // A long look gives way to a new one in time: what is new comes first.
      const isNewLook = entry.askedAtMs !== null || !entry.isUnderWay || entry.dueMs <= now()
      turns += 1
      isTroubledTaken ||= entry.failures > 0
      entries.set(wallet, {
        ...entry,
        turn: turns,
        isTaken: true,
        askedAtMs: null,
        isUnderWay: true,
        dueMs: isNewLook ? now() + intervalMs(entry.requestedAtMs) : entry.dueMs,
      })
      return { wallet, isNewLook }
    },

    goOn(wallet) {
      putBack(wallet, () => ({}))
    },

    rest(wallet) {
      putBack(wallet, () => ({ isUnderWay: false, failures: 0 }))
    },

    fail(wallet) {
      putBack(wallet, ({ failures: attempt, dueMs }) => {
        const pauseMs = backoffMs({ attempt, baseMs: firstPauseMs, capMs: Infinity, random })
        const failures = attempt + 1
        return { isUnderWay: false, failures, dueMs: Math.min(dueMs, now() + pauseMs) }
      })
    },

    waitMs() {
      const atMs = now()
      const waits = [...entries.values()]
        .filter(isFree)
        .map((entry) => (entry.askedAtMs !== null || entry.isUnderWay ? 0 : entry.dueMs - atMs))
      return waits.reduce((least, ms) => Math.min(least, Math.max(0, ms)), longestWaitMs)
    },
  }
}
