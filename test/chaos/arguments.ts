// Parses the arguments of `npm run test:chaos`.

const flags = ['--form', '--seed', '--minutes', '--rounds', '--from']
const forms = ['embedded', 'distributed', 'streams'] as const

export interface ChaosArguments {
  readonly form: (typeof forms)[number]
  readonly seed: string
  readonly minutes: number
  readonly rounds: number
  /** Folder of an earlier version, compiled, of which the cluster is at first; null: no rolling upgrade. */
  readonly from: string | null
}

export const usage =
  'npm run test:chaos [-- --form embedded|distributed|streams --seed <any> --minutes <n> --rounds <n> --from <folder>]'

/** null: not understood. `newSeed`: for a run of which none is asked for. */
export function parseArguments(args: readonly string[], newSeed: string): ChaosArguments | null {
  const given = new Map<string, string>()
  for (let i = 0; i < args.length; i += 2) {
    const [flag = '', value = ''] = args.slice(i, i + 2)
    if (!flags.includes(flag) || value === '') return null
    given.set(flag, value)
  }
  const minutes = Number(given.get('--minutes') ?? 1.5)
  const rounds = Number(given.get('--rounds') ?? 1)
  if (!(minutes > 0 && minutes <= 600) || !(Number.isInteger(rounds) && rounds > 0)) return null
  const form = forms.find((name) => name === (given.get('--form') ?? 'distributed'))
  const from = given.get('--from') ?? null
  if (form === undefined || (form !== 'distributed' && from !== null)) return null
  return { form, seed: given.get('--seed') ?? newSeed, minutes, rounds, from }
}

/** The first round has the seed itself, so that any round can be had alone. */
export function seedOfRound(seed: string, round: number): string {
  return round === 0 ? seed : `${seed}-${round + 1}`
}
