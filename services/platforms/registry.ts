// All platforms. A new platform gets a line at the end of the list, and everything else is derived from it:
// names and ids (identity.ts), modules (modules.ts), the simulator's routes (simulator/platforms.ts). With
// `await import` a line states both the file and its place in the order, and keeps its types. The order must
// not change: it decides under which of two matched markets a match is recorded, and it gives the numbers of
// the enum `Platform` in records.
import type { PlatformRegistration } from './registration.ts'

export const registry = [
  await import('./platform-a/registration.ts'),
  await import('./platform-b/registration.ts'),
] as const satisfies readonly PlatformRegistration[]
