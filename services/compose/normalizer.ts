// Opens the role normalizer. Used by compose.ts.
import type { Lifecycle } from '../lib/run/lifecycle.ts'
import { runTransform, type StageOptions } from '../lib/run/stage.ts'
import type { AdminCommand } from '../lib/telemetry/admin.ts'
import { normalize } from '../normalizer/normalizer.ts'
import { createDeadLettersCommand } from '../ops/dead-letters/admin.ts'
import { createReplayCommand } from '../ops/replay-range/admin.ts'

/** Resolves with the admin commands that resolve dead letters and replay a range. */
export async function openNormalizer(
  lifecycle: Lifecycle,
  options: Omit<StageOptions<'normalizer'>, 'role'>,
): Promise<{ readonly deadLetters: AdminCommand; readonly replay: AdminCommand }> {
  await lifecycle.open(
    'normalizer',
    () => runTransform({ ...options, role: 'normalizer', transform: normalize }),
    (subscription) => subscription.stop(),
  )
  return {
    deadLetters: createDeadLettersCommand({ ...options, normalize }),
    replay: createReplayCommand({ ...options, normalize }),
  }
}
