// Every interval, lag and bound of the poller, in one place. The rates of requests stand with the
// platform they belong to (platforms/*).

export interface PollerTuning {
  /** Between two walks through the open lists: volumes and listed prices change all the time. */
  readonly openSweepMs: number
  /** Between two questions for what changed since the last one. */
  readonly changedMs: number
  /** A market that closed is asked for its result for so long after it closed. */
  readonly settleFollowMs: number
  /**
   * A market that ended is asked for once more so long after its end: a little over a day, when it has
   * no volume of the last 24 hours left, and lists that are renewed now and then know it.
   */
  readonly lastWordMs: number
  /** Between two looks for markets that are due for that. */
  readonly endedMs: number
  /** Between two looks at the tape of trades. */
  readonly tapeMs: number
  /** The claim of a tape stays this far behind the platform's clock: rows may appear late. */
  readonly settleLagMs: number
  /** Each look at the tape reads again this much of what is already claimed ... */
  readonly tailOverlapMs: number
  /** ... and, every `deepMs`, this much, for rows that appear very late. */
  readonly deepOverlapMs: number
  readonly deepMs: number
  /** A tape that fell behind catches up in windows of this length. */
  readonly catchUpWindowMs: number
  /** Between two claims of a tape; each is a record in every partition. */
  readonly claimMs: number
  /** Between two attempts at a gap. */
  readonly gapRetryMs: number
  /** A window of trades with more rows than this is split in two: it is appended as a whole. */
  readonly rowsPerWindow: number
  /** How many windows of history are fetched at the same time, per platform. */
  readonly historyConcurrency: number
  /** How many wallets are fetched at the same time; they take turns. */
  readonly walletConcurrency: number
  /** Each look at a wallet reads again this much of what is already claimed: rows may appear late. */
  readonly walletOverlapMs: number
  /** Between two looks at a wallet that was asked about within `walletHotForMs` ... */
  readonly walletHotMs: number
  readonly walletHotForMs: number
  /** ... within `walletWarmForMs` ... */
  readonly walletWarmMs: number
  readonly walletWarmForMs: number
  /** ... and within `walletForMs`; after that it is no longer followed. */
  readonly walletColdMs: number
  readonly walletForMs: number
  /** Order books: interval of the most traded markets, of the middle, of the tail. */
  readonly bookTopMs: number
  readonly bookMiddleMs: number
  readonly bookTailMs: number
  /** How many markets are "most traded", and how many "middle". */
  readonly bookTopCount: number
  readonly bookMiddleCount: number
  /** A book that has not changed is published again after so long: it still stands. */
  readonly bookRefreshMs: number
  /** One request: connecting, waiting for headers, silence within the body, all together. */
  readonly connectTimeoutMs: number
  readonly headersTimeoutMs: number
  readonly bodyTimeoutMs: number
  readonly requestTimeoutMs: number
  /** A body larger than this, unpacked, is not read. */
  readonly maxBodyBytes: number
  /** Attempts for one request, and the back-off between them. */
  readonly attempts: number
  readonly backoffBaseMs: number
  readonly backoffCapMs: number
}

export const defaultTuning: PollerTuning = {
  openSweepMs: 60_000,
  changedMs: 15_000,
  settleFollowMs: 7 * 86_400_000,
  lastWordMs: 25 * 3_600_000,
  endedMs: 300_000,
  tapeMs: 1_000,
  settleLagMs: 5_000,
  tailOverlapMs: 10_000,
  deepOverlapMs: 120_000,
  deepMs: 30_000,
  catchUpWindowMs: 600_000,
  claimMs: 5_000,
  gapRetryMs: 60_000,
  rowsPerWindow: 5_000,
  historyConcurrency: 3,
  walletConcurrency: 3,
  walletOverlapMs: 120_000,
  walletHotMs: 30_000,
  walletHotForMs: 3_600_000,
  walletWarmMs: 300_000,
  walletWarmForMs: 86_400_000,
  walletColdMs: 3_600_000,
  walletForMs: 30 * 86_400_000,
  bookTopMs: 3_000,
  bookMiddleMs: 20_000,
  bookTailMs: 180_000,
  bookTopCount: 100,
  bookMiddleCount: 500,
  bookRefreshMs: 60_000,
  connectTimeoutMs: 10_000,
  headersTimeoutMs: 20_000,
  bodyTimeoutMs: 20_000,
  requestTimeoutMs: 60_000,
  maxBodyBytes: 16 * 1024 * 1024,
  attempts: 5,
  backoffBaseMs: 500,
  backoffCapMs: 30_000,
}
