// Run after every `npm install`. `npm ci` (npm 11) refuses a lock file without entries for the optional
// binary packages of other operating systems and processors, and `npm install` leaves these entries out
// when the registry lacks the packages. This script adds the missing entries.
import { readFile, writeFile } from 'node:fs/promises'

const oses = [
  'darwin',
  'linux',
  'win32',
  'freebsd',
  'openbsd',
  'netbsd',
  'android',
  'openharmony',
  'sunos',
  'aix',
  'wasi',
  'cygwin',
]
const cpus = [
  'x64',
  'arm64',
  'arm',
  'ia32',
  's390x',
  'ppc64',
  'riscv64',
  'loong64',
  'mips64el',
  'wasm32',
  'universal',
  'ppc64le',
]

const path = new URL('../package-lock.json', import.meta.url)
const lock = JSON.parse(await readFile(path, 'utf8'))
const packages = lock.packages

/** Whether the lock file has `name` at a place where a module in `folder` would find it. */
function isInLockFile(folder, name) {
  for (let at = folder; at; at = at.slice(0, Math.max(0, at.lastIndexOf('node_modules/') - 1)))
    if (packages[`${at}/node_modules/${name}`]) return true
  return Boolean(packages[`node_modules/${name}`])
}

const added = []
for (const [folder, entry] of Object.entries(packages)) {
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    if (isInLockFile(folder, name)) continue
    const words = name.split(/[^a-z0-9]+/)
    const os = oses.filter((o) => words.includes(o))
    const cpu = cpus.filter((c) => words.includes(c))
    if (!os.length && !cpu.length)
      throw new Error(
        `${name} (of ${folder}) is missing, and its name contains no operating system or processor`,
      )
    if (os.includes(process.platform) && cpu.includes(process.arch) && !words.includes('musl'))
      throw new Error(
        `${name} (of ${folder}) is missing although this machine needs it: run npm install again`,
      )
    packages[`node_modules/${name}`] = {
      version: range.replace(/^[~^]/, ''),
      ...(cpu.length ? { cpu } : {}),
      ...(entry.dev ? { dev: true } : {}),
      ...(os.length ? { os } : {}),
      optional: true,
    }
    added.push(name)
  }
}
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)))
await writeFile(path, `${JSON.stringify(lock, null, 2)}\n`)
process.stdout.write(`${added.length} entries added\n`)
