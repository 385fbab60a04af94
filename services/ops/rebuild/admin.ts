// The endpoint of the admin port that rebuilds the tables, and its client. A process with the role projector serves the
// endpoint.
import { askAdmin, type AdminCommand } from '../ask-admin.ts'
import type { RebuildReport, RebuildControl } from './rebuild.ts'

export const rebuildPath = '/rebuild'

/**
 * By action of a request: the method that performs it. The actions `report`, `plan`, `planAbandon` and `planDiscard`
 * change nothing.
 */
const methodOfAction = {
  report: 'report',
  plan: 'plan',
  start: 'start',
  abandon: 'abandon',
  planAbandon: 'previewAbandonment',
  discard: 'discard',
  planDiscard: 'previewDiscarding',
} as const satisfies Readonly<Record<string, keyof RebuildControl>>
export type RebuildAction = keyof typeof methodOfAction

const rebuildActions = Object.keys(methodOfAction) as readonly RebuildAction[]

export function createRebuildCommand(control: RebuildControl): AdminCommand {
  return async (body) => {
    const { action } = (body ?? {}) as Record<string, unknown>
    const known = rebuildActions.find((one) => one === action)
    if (known === undefined)
      return {
        status: 422,
        body: { detail: `send {"action": one of ${rebuildActions.join(', ')}}` },
      }
    return { status: 200, body: { rebuild: await control[methodOfAction[known]]() } }
  }
}

/** Rejects with NoService if no service runs. A request that the service refuses has a `refusal`. */
export async function askForRebuild(
  adminUrl: string,
  action: RebuildAction,
): Promise<RebuildReport> {
  const { rebuild } = await askAdmin<{ readonly rebuild: RebuildReport }>(
    adminUrl,
    rebuildPath,
    { action },
    'rebuild',
  )
  return rebuild
}
