// The modules of each role. A process loads only the modules of its own roles, because loading all of them takes a
// second of processor time.
import type { Role } from '../topology.ts'

export const roleModules = {
  poller: () => import('./poller.ts'),
  normalizer: () => import('./normalizer.ts'),
  projector: () => import('./projector.ts'),
  matcher: () => import('./matcher.ts'),
  api: () => import('./api.ts'),
  webhooks: () => import('./webhooks.ts'),
} satisfies Record<Role, () => Promise<unknown>>

/** Loads the modules of these roles, one after the other: jest cannot load two modules at once that share an import. */
export async function loadRoles(roles: Iterable<Role>): Promise<void> {
  for (const role of roles) await roleModules[role]()
}
