// Parses the arguments of `npm run test:chaos`.

const forms = ['embedded', 'distributed'] as const

export interface ChaosArguments {
  readonly form: (typeof forms)[number]
  readonly seed: string
  readonly minutes: number
  readonly rounds: number
}

export const usage =
  'npm run test:chaos [-- --form embedded|distributed --seed <any> --minutes <n> --rounds <n>]'

/** null: not understood. `newSeed`: for a run of which none is asked for. */
export function parseArguments(args: readonly string[], newSeed: string): ChaosArguments | null {
  const given = new Map<string, string>()
  for (let i = 0; i < args.length; i += 2) {
    const [flag = '', value = ''] = args.slice(i, i + 2)
    if (!['--form', '--seed', '--minutes', '--rounds'].includes(flag) || value === '') return null
    given.set(flag, value)
  }
  const minutes = Number(given.get('--minutes') ?? 1.5)
  const rounds = Number(given.get('--rounds') ?? 1)
  if (!(minutes > 0 && minutes <= 600) || !(Number.isInteger(rounds) && rounds > 0)) return null
  const form = forms.find((name) => name === (given.get('--form') ?? 'distributed'))
  if (form === undefined) return null
  return { form, seed: given.get('--seed') ?? newSeed, minutes, rounds }
}

/** The first round has the seed itself, so that any round can be had alone. */
export function seedOfRound(seed: string, round: number): string {
  return round === 0 ? seed : `${seed}-${round + 1}`
}
