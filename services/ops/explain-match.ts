// The operator command `explain-match`, which explains why two markets match or do not match. The command
// asks the matcher of the running service through the admin port. This file contains both the command and the
// endpoint of the admin port.
import type { MatchExplanation } from '../domain/match.ts'
import { parseId, platformNames, toId } from '../platforms/identity.ts'
import { askAdmin, type AdminCommand } from './ask-admin.ts'

export const explainMatchPath = '/matches/explain'

const idExamples = platformNames.map((platform) => toId(platform, '...'))

/**
 * Creates the endpoint of the admin port. The request body is `{ids: [id, otherId]}`. `explain` returns null
 * if a market is unknown, and `standby` if another process does the matching.
 */
export function createExplainCommand(
  explain: (id: string, otherId: string) => MatchExplanation | 'standby' | null,
): AdminCommand {
  return async (body) => {
    const { ids } = (body ?? {}) as { ids?: unknown }
    if (!isPair(ids))
      return {
        status: 422,
        body: {
          detail: `give the ids of two markets of different platforms: ${idExamples.join(' or ')}`,
        },
      }
    const explanation = explain(...ids)
    if (explanation === 'standby')
      return {
        status: 503,
        body: {
          detail:
            'the matcher of this process is on standby: ask the process whose matcher is active',
        },
      }
    if (explanation) return { status: 200, body: explanation }
    const detail = `one of ${ids.join(' and ')} is unknown to the matcher: never listed, resolved long ago, or not read yet after the start`
    return { status: 404, body: { detail } }
  }
}

function isPair(ids: unknown): ids is [string, string] {
  if (!Array.isArray(ids) || ids.length !== 2) return false
  const [one, other] = ids.map((id) => (typeof id === 'string' ? parseId(id) : null))
  return Boolean(one && other && one.platform !== other.platform)
}

/** Runs the command. Resolves with the lines to print. Rejects with a message that says what to do. */
export async function askToExplain(
  adminUrl: string,
  ids: readonly [string, string],
): Promise<readonly string[]> {
  const { questions, score, reasons, isMatch } = await askAdmin<MatchExplanation>(
    adminUrl,
    explainMatchPath,
    { ids },
    'reasons',
  )
  return [
    ...ids.map((id, i) => `${id}  ${questions[i]}`),
    ...reasons.map(({ dimension, verdict, evidence }) =>
      `  ${verdict.padEnd(9)} ${dimension.padEnd(9)} ${evidence}`.trimEnd(),
    ),
    conclusionOf(score, isMatch),
  ]
}

/** Returns the last line of the output: whether the markets match, and why not. */
function conclusionOf(score: number, isMatch: boolean): string {
  if (isMatch) return `They match, with a score of ${score}.`
  if (score === 0) return 'They do not match: every dimension must be the same.'
  return `They could match, with a score of ${score}, but one of them has another match with the same or a better score.`
}
