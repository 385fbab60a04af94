// Runs programs to their end, for the tools of this folder.
import { spawn } from 'node:child_process'
import { retry } from '../../services/lib/run/retry.ts'

interface ProgramResult {
  readonly code: number | null
  /** stdout and stderr in the order of arrival. */
  readonly output: string
}

type Variables = Readonly<Record<string, string>>

/**
 * Runs a program. `variables` are added to this process's environment. The code is null if the program does
 * not exist.
 */
export function run(
  program: string,
  args: readonly string[],
  variables: Variables,
  cwd?: string,
): Promise<ProgramResult> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      env: { ...process.env, ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
      ...(cwd === undefined ? {} : { cwd }),
    })
    let output = ''
    child.stdout.on('data', (text) => (output += String(text)))
    child.stderr.on('data', (text) => (output += String(text)))
    child.on('error', (error) => resolve({ code: null, output: error.message }))
    child.on('close', (code) => resolve({ code, output }))
  })
}

export async function programSucceeds(
  program: string,
  args: readonly string[],
  variables: Variables,
): Promise<boolean> {
  return (await run(program, args, variables)).code === 0
}

/** Runs a program. Throws an error with its whole output unless it ends with code 0. */
export async function runOrThrow(
  program: string,
  args: readonly string[],
  variables: Variables,
  cwd?: string,
): Promise<string> {
  const { code, output } = await run(program, args, variables, cwd)
  if (code !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${code}:\n${output}`)
  return output
}

const transferFailures =
  /timed? ?out|ETIMEDOUT|ECONNRESET|Connection (reset|failed)|Failed to fetch|Temporary failure|Could not (connect|resolve)|Couldn't download/i

/**
 * Repeats `work` if a download in it was interrupted. Every call of `work` must start from the beginning.
 */
export function retryDownloads<T>(work: () => Promise<T>): Promise<T> {
  return retry(work, {
    attempts: 3,
    firstMs: 5_000,
    maxMs: 20_000,
    isRetriable: (error) => error instanceof Error && transferFailures.test(error.message),
  })
}
