// The endpoint of the admin port that rebuilds the tables, and its client. A process with the role projector serves the
// endpoint.
import { askAdmin, type AdminCommand } from '../ask-admin.ts'
import type { RebuildReport, RebuildControl } from './rebuild.ts'

export const rebuildPath = '/rebuild'

/** The actions `report`, `plan`, `planAbandon` and `planDiscard` change nothing. */
const rebuildActions = [
  'report',
  'plan',
  'start',
  'abandon',
  'planAbandon',
  'discard',
  'planDiscard',
] as const
export type RebuildAction = (typeof rebuildActions)[number]

export function createRebuildCommand(control: RebuildControl): AdminCommand {
  return async (body) => {
    const { action } = (body ?? {}) as Record<string, unknown>
    const known = rebuildActions.find((one) => one === action)
    if (known === undefined)
      return {
        status: 422,
        body: { detail: `send {"action": one of ${rebuildActions.join(', ')}}` },
      }
    return { status: 200, body: { rebuild: await control[known]() } }
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
