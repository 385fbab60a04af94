// Parses the arguments of `npm run cluster`.
import { resolve } from 'node:path'

export interface ClusterArguments {
  /** Folder of the data, which is kept; null: a temporary folder, which is deleted at the end. */
  readonly folder: string | null
}

export const usage = 'npm run cluster [-- --data <folder>]'

/** Returns null if the arguments are invalid. */
export function parseArguments(args: readonly string[]): ClusterArguments | null {
  const [flag, value, ...rest] = args
  if (flag === undefined) return { folder: null }
  if (flag !== '--data' || value === undefined || rest.length > 0) return null
  return { folder: resolve(value) }
}
