import pLimit from 'p-limit'

/**
 * Returns a function that calls `run` without overlap. All calls that are made before a run begins share
 * that run.
 */
export function shareConcurrentRuns<Result>(run: () => Promise<Result>): () => Promise<Result> {
  const serially = pLimit(1)
  let next: Promise<Result> | null = null
  return () =>
    (next ??= serially(() => {
      next = null
      return run()
    }))
}
