// What the arguments ask for.
import type { ReplayableStage } from '../ops/replay.ts'
import { roles, type Role } from '../topology.ts'

export type Command =
  /** The service: all roles in this process, or some of them. */
  | { readonly name: 'run'; readonly roles: ReadonlySet<Role> }
  /** A simulator and nothing else, for other programs. */
  | { readonly name: 'simulator' }
  /** Sets a stage back to the oldest record; the next run does its work again. */
  | { readonly name: 'replay'; readonly stage: ReplayableStage }
  /** Ends an account, in the service that runs. */
  | { readonly name: 'revoke-developer'; readonly email: string; readonly reason: string }
  /** Says why two markets match or do not, in the service that runs. */
  | { readonly name: 'explain-match'; readonly ids: readonly [string, string] }

export const allRoles = Object.keys(roles) as Role[]

export function parseCommand(args: readonly string[], problems: string[]): Command {
  const [name, first, ...rest] = args
  if (name === undefined) return { name: 'run', roles: new Set(allRoles) }
  if (args.every((arg) => Object.hasOwn(roles, arg)))
    return { name: 'run', roles: new Set(args as Role[]) }
  if (name === 'simulator' && args.length === 1) return { name }
  if (name === 'replay' && args.length === 2 && (first === 'normalizer' || first === 'projector'))
    return { name, stage: first }
  if (name === 'revoke-developer' && first !== undefined)
    return { name, email: first, reason: rest.join(' ') }
  const [second] = rest
  if (name === 'explain-match' && args.length === 3 && first !== undefined && second !== undefined)
    return { name, ids: [first, second] }
  problems.push(
    `${args.join(' ')}: known are no argument (all roles in one process), one or more of ${allRoles.join(', ')} (those roles), simulator, replay normalizer, replay projector, revoke-developer <email> [reason], explain-match <market id> <market id>`,
  )
  return { name: 'run', roles: new Set(allRoles) }
}
