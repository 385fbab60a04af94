// Every interval, lag and limit of the poller. Request rates are part of the platform that they apply
// to (services/platforms).
import { followForMs } from '../domain/wallet.ts'
import type { UpstreamTuning } from '../platforms/upstream/upstream.ts'

export interface PollerTuning extends UpstreamTuning {
  /** Pause between two full scans of the lists of open markets. */
  readonly openScanMs: number
  /**
   * If only the figures of a market (volumes, listed prices) have changed, it is published again
   * this long after its last publication: `figuresTopMs` for the most traded markets,
   * `figuresOtherMs` for the others.
   */
  readonly figuresTopMs: number
  readonly figuresOtherMs: number
  /** How many markets of a platform count as the most traded ones, by their volume of 24 hours. */
  readonly figuresTopCount: number
  /** Pause between two requests for the markets that changed. */
  readonly changedMs: number
  /** Pause between two requests for the markets that changed, if the stream has reported a change since the first. */
  readonly changedHintMs: number
  /** A market that has ended is requested for this long after its end, or until its result is final. */
  readonly settleFollowMs: number
  /**
   * The final refresh of a market is this long after its end: a little over a day, so that its volume of
   * the last 24 hours has become 0, also in lists that the platform refreshes with a delay.
   */
  readonly finalRefreshMs: number
  /** Pause between two checks for markets whose final refresh is due. */
  readonly endedMs: number
  /** A poller that only follows the tapes at its start (see PollerOptions) does so for at most this long. */
  readonly tapesOnlyMs: number
  /** Pause between two polls of the tape (the feed of all trades of a platform). */
  readonly tapeMs: number
  /** Pause between two polls of the tape if the stream has reported a trade since the first; shorter than `tapeMs`. */
  readonly tapeHintMs: number
  /**
   * The watermark (until when a feed is complete) lags the platform's clock by at least this, because
   * rows may appear late.
   */
  readonly settleLagMs: number
  /** Each poll of the tape reads this much before the watermark again, for trades that appeared late. */
  readonly tailOverlapMs: number
  /**
   * A longer overlap for trades that appear very late: once every `deepMs`, this much before the watermark is
   * read again.
   */
  readonly deepOverlapMs: number
  readonly deepMs: number
  /**
   * If the tape is behind by more than this, the newest trades are read first and the unread time becomes a
   * gap. This is also the length of the windows in which a tape that is behind is read.
   */
  readonly catchUpWindowMs: number
  /**
   * Minimum time between two published watermarks of a tape. Each watermark is one record in every
   * partition.
   */
  readonly watermarkMs: number
  /** Pause between two attempts to fill gaps. */
  readonly gapRetryMs: number
  /**
   * A window of trades with more rows than this is split, because the rows of a window are appended at once. Windows
   * of a history are split at fewer rows (feeds/history-feed.ts).
   */
  readonly rowsPerWindow: number
  /**
   * Requests of the classes `history` and `past` pause while a stage has more unread records than this.
   * Stages process some thousand records a second, so the unread records delay a new trade by some seconds.
   */
  readonly maxStageLag: number
  /**
   * The back-fill reads the trades of at least this time before now; Infinity: all trades. Older trades of a
   * market are read when a client asks for them.
   */
  readonly historyMs: number
  /** Markets that ended longer ago than this are not discovered in the lists of past markets. */
  readonly endedMarketsMs: number
  /** How many requests for history run at the same time, per platform. */
  readonly historyConcurrency: number
  /** How many wallets are polled at the same time. */
  readonly walletConcurrency: number
  /** Each poll of a wallet reads this much before the watermark again, because rows may appear late. */
  readonly walletOverlapMs: number
  /** Pause between two polls of a wallet that a client requested within the last `walletHotForMs`. */
  readonly walletHotMs: number
  readonly walletHotForMs: number
  /** Pause between two polls of a wallet that a client requested within the last `walletWarmForMs`. */
  readonly walletWarmMs: number
  readonly walletWarmForMs: number
  /**
   * Pause between two polls of a wallet that a client requested within the last `walletForMs`. After that
   * time the wallet is no longer polled.
   */
  readonly walletColdMs: number
  readonly walletForMs: number
  /**
   * How often the order books of the most traded markets are requested, and the number of these markets. The interval
   * of any other market grows with its rank, up to `bookTailMs`: see book-ranking.ts.
   */
  readonly bookTopMs: number
  readonly bookTopCount: number
  readonly bookTailMs: number
  /**
   * Maximum number of price levels on each side of a unified book; only the best levels are kept. 0: all. Set with
   * BOOK_DEPTH.
   */
  readonly bookDepth: number
  /**
   * Maximum number of books of a platform that are recorded in 24 hours, see book-budget.ts. Set with
   * BOOKS_PER_DAY.
   */
  readonly booksPerDay: number
  /**
   * When this many markets of a platform are known, retired ones not counted, further markets are left out,
   * unless they were traded in the last 24 hours or were looked up. Set with MAX_MARKETS.
   */
  readonly maxMarkets: number
  /**
   * A book that has not changed is published again after this long, because older records are removed from
   * the log.
   */
  readonly bookRefreshMs: number
  /**
   * How many of the most traded markets of a platform are followed with its stream; 0: none. Set with
   * STREAM_MARKETS.
   */
  readonly streamMarkets: number
  /** The book of a market that is followed with the stream is requested this often, to check the stream. */
  readonly streamCheckMs: number
  /** Maximum number of bytes of stream frames of a platform that are recorded in 24 hours. */
  readonly streamBytesPerDay: number
}

export const defaultTuning: PollerTuning = {
  openScanMs: 60_000,
  figuresTopMs: 60_000,
  figuresOtherMs: 600_000,
  figuresTopCount: 1_000,
  changedMs: 15_000,
  changedHintMs: 5_000,
  settleFollowMs: 7 * 86_400_000,
  finalRefreshMs: 25 * 3_600_000,
  endedMs: 300_000,
  tapesOnlyMs: 180_000,
  tapeMs: 1_000,
  tapeHintMs: 250,
  settleLagMs: 5_000,
  tailOverlapMs: 10_000,
  deepOverlapMs: 120_000,
  deepMs: 30_000,
  catchUpWindowMs: 600_000,
  watermarkMs: 5_000,
  gapRetryMs: 60_000,
  rowsPerWindow: 5_000,
  maxStageLag: 20_000,
  historyMs: 30 * 86_400_000,
  endedMarketsMs: 30 * 86_400_000,
  historyConcurrency: 3,
  walletConcurrency: 3,
  walletOverlapMs: 120_000,
  walletHotMs: 30_000,
  walletHotForMs: 3_600_000,
  walletWarmMs: 300_000,
  walletWarmForMs: 86_400_000,
  walletColdMs: 3_600_000,
  walletForMs: followForMs,
  bookTopMs: 3_000,
  bookTopCount: 100,
  bookTailMs: 600_000,
  bookDepth: 50,
  booksPerDay: 1_000_000,
  maxMarkets: 1_000_000,
  bookRefreshMs: 7 * 86_400_000,
  streamMarkets: 0,
  streamCheckMs: 60_000,
  streamBytesPerDay: 2_000_000_000,
  connectTimeoutMs: 10_000,
  headersTimeoutMs: 20_000,
  bodyTimeoutMs: 20_000,
  requestTimeoutMs: 60_000,
  // the response for an event with 10,000 markets has 20 MB and cannot be requested in parts
  maxBodyBytes: 64 * 1024 * 1024,
  attempts: 5,
  backOff: { firstMs: 500, maxMs: 30_000 },
}
