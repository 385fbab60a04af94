// All platforms. A new platform gets a line at the end of the list, and everything else is derived from the
// list: names and ids (identity.ts), modules (modules.ts), the simulator's routes (simulator/platforms.ts).
// The order must not change: of two matched markets, the match is recorded under the one whose platform is
// later in the list, and the enum `Platform` in records is numbered in this order.
import type { PlatformRegistration } from './registration.ts'

export const registry = [
  await import('./platform-a/registration.ts'),
  await import('./platform-b/registration.ts'),
] as const satisfies readonly PlatformRegistration[]
