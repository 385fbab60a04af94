// The modules of each role. A process loads those of its own roles only: together they take a second of processor time.
import type { Role } from '../topology.ts'

export const roleModules = {
  poller: () => import('./poller.ts'),
  normalizer: () => import('./normalizer.ts'),
  projector: () => import('./projector.ts'),
  matcher: () => import('./matcher.ts'),
  api: () => import('./api.ts'),
} satisfies Record<Role, () => Promise<unknown>>

/** Loads the modules of the roles while the process waits for other things. */
export function preloadRoles(roles: Iterable<Role>): void {
  // whoever uses a module gets the error, too
  for (const role of roles) roleModules[role]().catch(() => undefined)
}
