// Opens the stages among the roles of a process: all roles except the api.
import type { ComposeOptions } from '../compose.ts'
import type { Lifecycle } from '../lib/run/lifecycle.ts'
import type { StageOptions } from '../lib/run/stage.ts'
import { createPollerObserver } from '../lib/telemetry/observers.ts'
import { deadLettersPath } from '../ops/dead-letters/admin.ts'
import { createExplainCommand, explainMatchPath } from '../ops/explain-match.ts'
import { createRebuildCommand, rebuildPath } from '../ops/rebuild/admin.ts'
import { replayPath } from '../ops/replay-range/admin.ts'
import { openAuditor } from './auditor.ts'
import type { Parts } from './parts.ts'
import { roleModules } from './role-modules.ts'
import { platformUrls } from './upstream.ts'

const dayMs = 86_400_000

export async function openStages(
  lifecycle: Lifecycle,
  {
    config,
    roles,
    logger,
    onBackfill,
    marketsLoaded,
  }: ComposeOptions & Required<Pick<ComposeOptions, 'marketsLoaded'>>,
  { stage, store, metrics, onFatal, checks, commands }: Parts,
  simulatorUrl: string | null,
): Promise<void> {
  const count: StageOptions<'normalizer'>['count'] = (labels, records) =>
    metrics.stageRecords.inc(labels, records)
  if (store && roles.has('projector')) {
    const { openProjector } = await roleModules.projector()
    const projector = await openProjector(lifecycle, {
      ...stage,
      count,
      store,
      metrics,
      logger,
      onFatal: onFatal('projector'),
    })
    checks['projector'] = projector.problem
    const { openRebuildControl } = await import('./rebuild.ts')
    const rebuilds = await openRebuildControl(lifecycle, { ...stage, store, projector, logger })
    commands[rebuildPath] = createRebuildCommand(rebuilds)
    await openAuditor(lifecycle, {
      ...stage,
      store,
      epoch: () => projector.epoch(),
      metrics,
      logger,
      onFatal: onFatal('auditor'),
    })
  }
  // Without an embedded log, the process may have no directory that it can write to.
  const scratchDirectory = config.log.kind === 'lmdb' ? config.dataDir : null
  if (roles.has('matcher')) {
    const { openMatcher } = await roleModules.matcher()
    const matcher = await openMatcher(lifecycle, scratchDirectory, {
      ...stage,
      metrics,
      logger,
      onFatal: onFatal('matcher'),
    })
    commands[explainMatchPath] = createExplainCommand((a, b) => matcher.explainPair(a, b))
  }
  if (roles.has('normalizer')) {
    const { openNormalizer } = await roleModules.normalizer()
    const options = { ...stage, count, onFatal: onFatal('normalizer') }
    const { deadLetters, replay } = await openNormalizer(lifecycle, options)
    commands[deadLettersPath] = deadLetters
    commands[replayPath] = replay
  }
  if (roles.has('webhooks')) {
    const { openWebhooks } = await roleModules.webhooks()
    await openWebhooks(lifecycle, {
      ...stage,
      config,
      metrics,
      logger,
      startAfter: marketsLoaded,
      onFatal: onFatal('webhooks'),
    })
  }
  if (roles.has('poller')) {
    const { openPoller } = await roleModules.poller()
    await openPoller(lifecycle, scratchDirectory, {
      ...stage,
      platforms: platformUrls(config, simulatorUrl),
      tuning: {
        historyMs: config.historyDays * dayMs,
        endedMarketsMs: config.endedMarketsDays * dayMs,
        bookDepth: config.bookDepth,
        booksPerDay: config.booksPerDay,
        streamMarkets: config.streamMarkets,
        streamBytesPerDay: config.streamMbPerDay * 1_000_000,
        maxMarkets: config.maxMarkets,
      },
      signers: config.signers,
      tapesOnlyUntil: marketsLoaded,
      onFatal: onFatal('poller'),
      observer: createPollerObserver(metrics, logger, (progress) => onBackfill?.(progress)),
    })
  }
}
