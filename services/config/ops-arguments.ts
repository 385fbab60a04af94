// Parses the options and positional arguments of one command of `ops`.
import { parseArgs, type ParseArgsConfig } from 'node:util'
import { parseTailStart, startForms } from '../ops/tail-start.ts'

/** The options that every command of `ops` takes. */
export const commonOptions = { help: { type: 'boolean' }, json: { type: 'boolean' } } as const

export interface CommandSyntax {
  /** The name of the command, with its subcommand if it has one, for example `dead-letters list`. */
  readonly command: string
  /** The usage: the first line of the help. */
  readonly usage: string
  readonly positionals: { readonly min: number; readonly max: number }
}

/**
 * Returns null for `--help`. For invalid arguments it returns null too, and adds the errors to
 * `problems`.
 */
export function parseArguments<Options extends NonNullable<ParseArgsConfig['options']>>(
  { command, usage, positionals: allowed }: CommandSyntax,
  options: Options,
  args: readonly string[],
  problems: string[],
) {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true })
    if ('help' in values) return null
    const { min, max } = allowed
    if (positionals.length >= min && positionals.length <= max && !positionals.includes(''))
      return { values, positionals }
    const wanted =
      max === 0
        ? 'no arguments but options'
        : max === 1
          ? 'one argument and options'
          : 'arguments and options'
    problems.push(`ops ${command}: takes ${wanted}: ops ${usage}`)
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split('. ')
    problems.push(`ops ${command}: ${reason}: ops ${usage}`)
  }
  return null
}

/**
 * Parses the value of an option that is a time, to Unix milliseconds. Returns null if the option is absent or its
 * value is invalid. Adds an error to `problems` if it is invalid.
 */
export function parseTimeOption(
  option: string,
  text: string | undefined,
  problems: string[],
): number | null {
  if (text === undefined) return null
  const start = parseTailStart(text)
  if (start?.kind === 'time') return start.timeMs
  const [isoForm = ''] = startForms.split(',')
  problems.push(`${option} ${text}: must be ${isoForm} or Unix seconds`)
  return null
}
