// Opens the jobs of a task from the checkpoints in the log, in the process to which the task is assigned.
import { rejectOnAbort } from '../lib/run/wait.ts'
import type { CheckpointView, PlatformView } from './checkpoint-view.ts'
import { createPlatformStates } from './checkpoints.ts'
import type { FollowedPlatform, PlatformClient } from './followed-platform.ts'
import { createMarketsJobs } from './markets-poller.ts'
import { createPlatformJobs } from './platform-poller.ts'
import { readTapeState } from './tape-checkpoint.ts'
import type { OpenJobs, TaskRunDeps } from './task-run.ts'
import type { MarketsTask, PlatformTask } from './tasks.ts'

export function openPlatformJobs(
  { log, codec, topicPrefix, tuning }: TaskRunDeps,
  openingView: Promise<CheckpointView>,
  clients: readonly PlatformClient[],
): OpenJobs<PlatformTask> {
  return async ({ platform }, deps) => {
    const client = clients.find(({ source }) => source.platform === platform)
    if (!client) return []
    const { signal } = deps
    const memory = createPlatformStates(tuning.endedMarketsMs)
    const loadPlatformView = async (): Promise<PlatformView> => {
      const view = await openingView
      await view.catchUp()
      signal.throwIfAborted()
      view.statesForPlatformTask(platform, signal, memory)
      return view.of(platform)
    }
    memory.tape = await readTapeState({ log, codec, topicPrefix, platform, signal })
    const restoredView = loadPlatformView()
    // `restoredView` may reject before a job waits for it, which would end the process as an unhandled rejection.
    restoredView.catch(() => undefined)
    return createPlatformJobs(client, memory, restoredView, deps)
  }
}

export function openMarketsJobs(
  view: CheckpointView,
  followedPlatforms: readonly FollowedPlatform[],
): OpenJobs<MarketsTask> {
  return async ({ partition }, deps) => {
    const { signal } = deps
    await rejectOnAbort(view.catchUp(), signal)
    return followedPlatforms.flatMap((one) => {
      const memory = view.statesForMarketsTask(one.source.platform, partition, signal)
      return createMarketsJobs(one, partition, memory, deps)
    })
  }
}
