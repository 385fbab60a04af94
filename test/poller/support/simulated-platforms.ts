// Both platforms as the simulator serves them, and all that can go wrong with its answers.
import type { PollerOptions } from '../../../services/poller/poller.ts'
import type { FaultKind, FaultRule } from '../../../simulator/server/faults.ts'

export function platformsAt(url: string): PollerOptions['platforms'] {
  return {
    platform_a: { gammaUrl: `${url}/gamma`, clobUrl: `${url}/clob`, dataUrl: `${url}/data` },
    platform_b: { url: `${url}/trade-api/v2` },
  }
}

const kinds: readonly FaultKind[] = [
  'rate-limit',
  'rate-limit-seconds',
  'rate-limit-date',
  'server-error',
  'unavailable',
  'html-ok',
  'html-forbidden',
  'reset',
  'cut',
  'truncated',
  'repeated-page',
  'short-page',
  'stuck-cursor',
  'shuffled',
  'null-rows',
]

export const faultsOfEveryKind: readonly FaultRule[] = kinds.map((kind) => ({
  kind,
  probability: 0.01,
}))
