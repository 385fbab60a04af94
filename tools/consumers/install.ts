// Installs into .cache/consumers what tests of consumers need: a Python environment and jars for the examples in
// docs/subscribing, the generators of API clients and the packages of generated clients, the packages that
// clients/python imports, and the validator of infra/kubernetes. Runs as a program, or is called by these tests.
// Skips what is already installed.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { copyFile, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { installAtomically, outputOfFailure, runInstaller, runMaven } from '../install.ts'

/** `installedPath`: the file or folder that was installed. `missing`: why the installation failed, in one line. */
export type InstallResult = { readonly installedPath: string } | { readonly missing: string }

const examples = fileURLToPath(new URL('../../docs/subscribing', import.meta.url))
const constraints = fileURLToPath(new URL('constraints.txt', import.meta.url))
const clients = fileURLToPath(new URL('clients', import.meta.url))
const pythonClientPackages = fileURLToPath(
  new URL('python-client/requirements.txt', import.meta.url),
)
const kubernetesPackages = fileURLToPath(new URL('kubernetes/requirements.txt', import.meta.url))
const cache = fileURLToPath(new URL('../../.cache/consumers', import.meta.url))

/** `installedPath` of the result: the Python interpreter that has the packages of the examples. */
export function installPython(): Promise<InstallResult> {
  return installPythonPackages('python', join(examples, 'python/requirements.txt'), constraints)
}

/** `installedPath` of the result: the class path for `java -cp`. */
export function installJava(): Promise<InstallResult> {
  return installJars('java', join(examples, 'java/pom.xml'))
}

/** Installs the generators of API clients, and the packages that the generated clients import. */
export async function installClientGenerators() {
  const [python, java, typescript] = await Promise.all([
    installPythonPackages('python-client', join(clients, 'requirements.txt')),
    installJars('java-client', join(clients, 'pom.xml')),
    installNodePackages('typescript-client', clients),
  ])
  return { python, java, typescript }
}

/** `installedPath` of the result: the Python interpreter that has the packages that clients/python imports. */
export function installForPythonClient(): Promise<InstallResult> {
  return installPythonPackages('oddslog-python', pythonClientPackages)
}

/** `installedPath` of the result: the Python interpreter that has kubernetes-validate. */
export function installKubernetesValidator(): Promise<InstallResult> {
  return installPythonPackages('kubernetes', kubernetesPackages)
}

async function installPythonPackages(
  label: string,
  requirements: string,
  versionPins?: string,
): Promise<InstallResult> {
  const version = await outputOf('python3', ['--version'])
  // Debian has venv in a separate package, so it may be missing although Python is installed
  const hasVenv = (await outputOf('python3', ['-c', 'import ensurepip, venv'])) !== null
  if (version === null || !hasVenv) return { missing: 'no python3 with venv' }
  const inputFiles = [requirements, ...(versionPins === undefined ? [] : [versionPins])]
  return install(label, inputFiles, version, 'bin/python', async (folder) => {
    await runInstaller('python3', ['-m', 'venv', folder])
    const packages = ['-r', requirements, ...(versionPins === undefined ? [] : ['-c', versionPins])]
    const quiet = ['-q', '--disable-pip-version-check', '--no-compile']
    const pip = ['-m', 'pip', 'install', ...quiet, ...packages]
    await runInstaller(join(folder, 'bin/python'), pip)
  })
}

async function installJars(label: string, pom: string): Promise<InstallResult> {
  if ((await outputOf('javac', ['-version'])) === null) return { missing: 'no JDK (javac)' }
  if ((await outputOf('mvn', ['-version'])) === null) return { missing: 'no Maven (mvn)' }
  return install(label, [pom], '', '*', async (folder) => {
    await runMaven(pom, ['dependency:copy-dependencies', `-DoutputDirectory=${folder}`])
    const jars = await readdir(folder)
    if (!jars.some((name) => name.endsWith('.jar'))) throw new Error('Maven copied no jars')
  })
}

/** `installedPath` of the result: the folder node_modules. */
async function installNodePackages(label: string, from: string): Promise<InstallResult> {
  const files = ['package.json', 'package-lock.json']
  const inputFiles = files.map((name) => join(from, name))
  return install(label, inputFiles, process.version, 'node_modules', async (folder) => {
    await Promise.all(files.map((name) => copyFile(join(from, name), join(folder, name))))
    const options = ['--ignore-scripts', '--no-progress', '--prefix', folder]
    await runInstaller('npm', ['ci', ...options])
  })
}

/**
 * Installs `label`, unless it has been installed from the same input files before. The name of its folder
 * contains the hash of these files, and the folder gets this name only when the installation is complete.
 */
async function install(
  label: string,
  inputFiles: readonly string[],
  version: string,
  path: string,
  fill: (folder: string) => Promise<void>,
): Promise<InstallResult> {
  const hash = createHash('sha256').update(version)
  for (const file of inputFiles) hash.update(await readFile(file))
  const folder = join(cache, `${label}-${hash.digest('hex').slice(0, 16)}`)
  const installedPath = join(folder, path)
  if (existsSync(folder)) return { installedPath }
  try {
    await installAtomically(folder, fill)
    return { installedPath }
  } catch (error) {
    const [reason] = outputOfFailure(error).split('\n')
    return { missing: `what the ${label} consumer needs: ${reason}` }
  }
}

/** Returns the output of a program, or null if the program does not exist or fails. */
async function outputOf(program: string, args: readonly string[]): Promise<string | null> {
  try {
    const { stdout, stderr } = await promisify(execFile)(program, [...args])
    return stdout + stderr
  } catch {
    return null
  }
}

// no top-level await, because jest loads this file with `require`
if (process.argv[1] === fileURLToPath(import.meta.url))
  void Promise.all([
    installPython(),
    installJava(),
    installForPythonClient(),
    installKubernetesValidator(),
    installClientGenerators(),
  ]).then(([python, java, pythonClient, kubernetes, generators]) => {
    const all = [python, java, pythonClient, kubernetes, ...Object.values(generators)]
    const missing = all.flatMap((one) => ('missing' in one ? [one.missing] : []))
    if (missing.length === 0) return
    process.stderr.write(`${missing.join('\n')}\n`)
    process.exitCode = 1
  })
