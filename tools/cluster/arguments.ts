// What `npm run cluster` was asked for.
import { resolve } from 'node:path'

export interface ClusterArguments {
  /** Where its data are to be, and remain; null: in a folder that goes when it ends. */
  readonly folder: string | null
}

export const usage = 'npm run cluster [-- --data <folder>]'

/** null: not understood. */
export function parseArguments(args: readonly string[]): ClusterArguments | null {
  const [flag, value, ...rest] = args
  if (flag === undefined) return { folder: null }
  if (flag !== '--data' || value === undefined || rest.length > 0) return null
  return { folder: resolve(value) }
}
