// Which test files are integration tests: those that load, directly or through other files, what opens the event log of
// one machine or a socket, or starts a process, such as the store's. Those take seconds. All others, the unit tests, stay
// in their own process. A test file changes sides when its imports change.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const integrationModules = ['lmdb', 'node:child_process', 'node:http', 'node:net']

/** Everything that is loaded with a file: not types, and not what `import()` loads on demand. */
const staticImport = /^(?:import|export) (?!type )(?:[^'"=;()]*? from )?'([^']+)'/gm

/** Paths from the root, such as `test/api/paging.test.ts`. */
export function findIntegrationTests(root) {
  const importsByPath = new Map()

  function importsOf(path) {
    let imports = importsByPath.get(path)
    if (imports === undefined) {
      const file = join(root, path)
      // an import that leads nowhere fails the tests that use it, not the whole run
      const text = existsSync(file) ? readFileSync(file, 'utf8') : ''
      imports = [...text.matchAll(staticImport)].map(([, target]) =>
        target.startsWith('.') ? join(path, '..', target) : target,
      )
      importsByPath.set(path, imports)
    }
    return imports
  }

  function isIntegrationTest(path) {
    const loaded = new Set([path])
    for (const one of loaded) {
      if (integrationModules.includes(one)) return true
      if (/\.tsx?$/.test(one)) for (const target of importsOf(one)) loaded.add(target)
    }
    return false
  }

  return readdirSync(join(root, 'test'), { recursive: true })
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => join('test', name))
    .filter(isIntegrationTest)
}
