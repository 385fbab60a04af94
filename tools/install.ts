// Installs what is downloaded for tests. Used by servers/install.ts and consumers/install.ts.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { retry } from '../services/lib/run/retry.ts'

const downloadRetryPolicy = { firstMs: 2_000, maxMs: 2_000, attempts: 3 }
const attemptTimeoutMs = 300_000
/** Read timeout of downloads; Maven's default is 30 minutes. */
const mavenReadTimeoutMs = 60_000

/** Rejects with the output of the program, see `outputOfFailure`, if it fails or takes too long. */
export async function runInstaller(program: string, args: readonly string[]): Promise<void> {
  await promisify(execFile)(program, [...args], {
    timeout: attemptTimeoutMs,
    killSignal: 'SIGKILL',
  })
}

/** `args`: the goal and its properties. */
export function runMaven(pom: string, args: readonly string[]): Promise<void> {
  const limits = [
    `-Dmaven.wagon.rto=${mavenReadTimeoutMs}`,
    '-Dmaven.wagon.http.retryHandler.count=3',
  ]
  return runInstaller('mvn', ['-q', '-B', '-f', pom, ...limits, ...args])
}

/** Returns what a failed program has printed, and why it failed. */
export function outputOfFailure(error: unknown): string {
  const {
    stderr = '',
    stdout = '',
    message,
    killed = false,
  } = error as Error & { stderr?: string; stdout?: string; killed?: boolean }
  const reason = killed ? `it took longer than ${attemptTimeoutMs / 1_000} s: ${message}` : message
  return `${stderr}\n${stdout}\n${reason}`.trim()
}

/**
 * Creates the folder and fills it with `fill`, which is called with another folder until it succeeds, at most three
 * times. Several processes may do this at the same time: each fills a temporary folder, and the first to finish
 * renames its folder.
 */
export async function installAtomically(
  folder: string,
  fill: (folder: string) => Promise<void>,
): Promise<void> {
  await mkdir(dirname(folder), { recursive: true })
  await retry(() => installOnce(folder, fill), { ...downloadRetryPolicy, isRetriable: () => true })
}

async function installOnce(folder: string, fill: (folder: string) => Promise<void>): Promise<void> {
  const unfinished = await mkdtemp(join(dirname(folder), 'unfinished-'))
  try {
    await fill(unfinished)
    await rename(unfinished, folder).catch((error: unknown) => {
      if (!existsSync(folder)) throw error // if the folder exists, another process has finished first
    })
  } finally {
    await rm(unfinished, { recursive: true, force: true })
  }
}
