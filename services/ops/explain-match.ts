// Why two markets match, or do not. The matcher of the running service is asked, at its admin port.
import { askAdmin, type AdminCommand } from './ask-admin.ts'

export const explainMatchPath = '/matches/explain'

/** As the matcher gives it. */
export interface MatchExplanation {
  /** Of each market what it is called. */
  readonly questions: readonly [string, string]
  readonly score: number
  readonly reasons: readonly {
    readonly dimension: string
    readonly verdict: string
    readonly evidence: string
  }[]
  /** Whether they are told as a match. */
  readonly isMatch: boolean
}

/**
 * What the admin port does. Takes `{ids: [a, b]}`. `explain` gives null for a market not known, and
 * `standing by` where another process does the matching.
 */
export function createExplainCommand(
  explain: (id: string, otherId: string) => MatchExplanation | 'standing by' | null,
): AdminCommand {
  return async (body) => {
    const { ids } = (body ?? {}) as { ids?: unknown }
    if (!isPair(ids))
      return {
        status: 422,
        body: {
          detail:
            'give the ids of two markets, one of each platform, such as pa_0x12... and pb_KX...',
        },
      }
    const explanation = explain(...ids)
    if (explanation === 'standing by')
      return {
        status: 503,
        body: { detail: 'the matcher of this process stands by: ask where another one is at work' },
      }
    if (explanation) return { status: 200, body: explanation }
    const detail = `one of ${ids.join(' and ')} is not known to the matcher: never listed, resolved long ago, or not read yet after a start`
    return { status: 404, body: { detail } }
  }
}

function isPair(ids: unknown): ids is [string, string] {
  if (!Array.isArray(ids) || ids.length !== 2) return false
  const prefixes = ids.map((id) => (typeof id === 'string' ? id.slice(0, 3) : ''))
  return prefixes.includes('pa_') && prefixes.includes('pb_')
}

/** Asks the service that runs here; resolves with lines for a person, rejects with what to do. */
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

function conclusionOf(score: number, isMatch: boolean): string {
  if (isMatch) return `They match, with a score of ${score}.`
  if (score === 0) return 'They do not match: every dimension must be the same.'
  return `They could match, with a score of ${score}, but one of them has a better match, or another as good.`
}
