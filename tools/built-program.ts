// The program as compiled JavaScript, for tests that start it often: a start takes 1.6 s of processor time
// instead of 3.9 s from the TypeScript sources.
import { execFileSync } from 'node:child_process'
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, '.cache/program')

/** Exists after `buildProgram`. */
export const builtMainPath = join(folder, 'services/main.js')

/**
 * Compiles the sources as `npm run build` does, into a folder of its own. Takes 5 s the first time, and 1 s
 * when nothing has changed. Only one process may do this at a time.
 */
export function buildProgram(): void {
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  const to = ['--outDir', folder, '--tsBuildInfoFile', join(folder, 'tsbuildinfo')]
  const project = join(root, 'tsconfig.build.json')
  execFileSync(process.execPath, [compiler, '-p', project, ...to], { cwd: root, stdio: 'inherit' })
  for (const data of ['schemas/events', 'infra/clickhouse'])
    cpSync(join(root, data), join(folder, data), { recursive: true })
}
