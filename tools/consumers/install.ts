// Brings what the example consumers of docs/subscribing need besides Node into the cache folder of
// the project, once: a Python environment and the jars of the Java one. As a program it does just
// that; the tests that run the consumers call it too.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** `missing`: why it could not be had, in one line. */
export type Installed = { readonly there: string } | { readonly missing: string }

const run = promisify(execFile)
const examples = fileURLToPath(new URL('../../docs/subscribing', import.meta.url))
const constraints = fileURLToPath(new URL('constraints.txt', import.meta.url))
const cache = fileURLToPath(new URL('../../.cache/consumers', import.meta.url))
const attempts = 3
const attemptMs = 300_000

/** `there`: the Python that has the packages. */
export async function installPython(): Promise<Installed> {
  const requirements = join(examples, 'python/requirements.txt')
  const version = await outputOf('python3', ['--version'])
  // Debian has venv in a package of its own
  const isWhole = (await outputOf('python3', ['-c', 'import ensurepip, venv'])) !== null
  if (version === null || !isWhole) return { missing: 'no python3 with venv' }
  return install('python', [requirements, constraints], version, 'bin/python', async (folder) => {
    await run('python3', ['-m', 'venv', folder], { timeout: attemptMs })
    const packages = ['-r', requirements, '-c', constraints]
    const quiet = ['-q', '--disable-pip-version-check', '--no-compile']
    const pip = ['-m', 'pip', 'install', ...quiet, ...packages]
    await run(join(folder, 'bin/python'), pip, { timeout: attemptMs })
  })
}

/** `there`: the class path, as `java -cp` takes it. */
export async function installJava(): Promise<Installed> {
  const pom = join(examples, 'java/pom.xml')
  if ((await outputOf('javac', ['-version'])) === null) return { missing: 'no JDK (javac)' }
  if ((await outputOf('mvn', ['-version'])) === null) return { missing: 'no Maven (mvn)' }
  return install('java', [pom], '', '*', async (folder) => {
    const limits = ['-Dmaven.wagon.rto=60000', '-Dmaven.wagon.http.retryHandler.count=3']
    const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${folder}`]
    await run('mvn', ['-q', '-B', '-f', pom, ...limits, ...goal], { timeout: attemptMs })
    const jars = await readdir(folder)
    if (!jars.some((name) => name.startsWith('kafka-clients-'))) throw new Error('no jars came')
  })
}

/** A folder is named by what it is made from, and has its name only when it is whole. */
async function install(
  what: string,
  madeFrom: readonly string[],
  version: string,
  path: string,
  fill: (folder: string) => Promise<void>,
): Promise<Installed> {
  const hash = createHash('sha256').update(version)
  for (const file of madeFrom) hash.update(await readFile(file))
  const folder = join(cache, `${what}-${hash.digest('hex').slice(0, 16)}`)
  const there = join(folder, path)
  if (existsSync(folder)) return { there }
  await mkdir(cache, { recursive: true })
  for (let attempt = 1; ; attempt += 1) {
    const unfinished = await mkdtemp(join(cache, 'unfinished-'))
    try {
      await fill(unfinished)
      await rename(unfinished, folder).catch((error: unknown) => {
        if (!existsSync(folder)) throw error // else another process was quicker
      })
      return { there }
    } catch (error) {
      const { stderr = '', stdout = '', message } = error as Error & Partial<Output>
      const [reason = ''] = `${stderr}\n${stdout}\n${message}`.trim().split('\n')
      if (attempt === attempts) return { missing: `what the ${what} consumer needs: ${reason}` }
    } finally {
      await rm(unfinished, { recursive: true, force: true })
    }
  }
}

interface Output {
  readonly stdout: string
  readonly stderr: string
}

/** null: there is no such program, or it fails. */
async function outputOf(program: string, args: readonly string[]): Promise<string | null> {
  try {
    const { stdout, stderr } = await run(program, [...args])
    return stdout + stderr
  } catch {
    return null
  }
}

// no await here: jest loads this with `require`
if (process.argv[1] === fileURLToPath(import.meta.url))
  void Promise.all([installPython(), installJava()]).then((all) => {
    const missing = all.flatMap((one) => ('missing' in one ? [one.missing] : []))
    if (missing.length === 0) return
    process.stderr.write(`${missing.join('\n')}\n`)
    process.exitCode = 1
  })
