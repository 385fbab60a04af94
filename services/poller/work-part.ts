// Which part of a platform's work this process does: limits of requests are the platform's for all
// processes together, so each keeps to its part of them.
import { marketShareCount, type Share } from './shares.ts'
import type { Platform } from '../../schemas/generated/events.ts'

/** How much one platform's hub and all of its markets together ask of a limit that they share. */
export interface Weights {
  readonly hub: number
  readonly markets: number
}

/** 0 to 1, as of now: it changes as shares come and go. */
export type WorkPart = (weights: Weights) => number

export const wholePart: WorkPart = () => 1

export function createWorkPart(platform: Platform, held: ReadonlySet<Share>): WorkPart {
  return ({ hub, markets }) => {
    let hubs = 0
    let marketShares = 0
    for (const share of held) {
      if (share.kind === 'markets') marketShares += 1
      else if (share.platform === platform) hubs += 1
    }
    const ours = hub * hubs + (markets * marketShares) / marketShareCount
    return Math.min(1, ours / (hub + markets))
  }
}
