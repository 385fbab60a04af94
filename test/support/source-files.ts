// What the architecture test sees of a source file: what it imports and which globals it names.
import { readFile, readdir } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from '@swc/core'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export interface SourceFile {
  /** Relative to the root, with forward slashes. */
  readonly path: string
  /** Relative imports as paths from the root; packages by name; `node:` modules as they are. */
  readonly imports: readonly string[]
  /** Those of `imports` that are not loaded with the file: types, and what a function loads on demand. */
  readonly lazyImports: readonly string[]
  /** Names of the globals that are read: `process`, `Date.now`, `new Date()`. */
  readonly globals: readonly string[]
  readonly hasDefaultExport: boolean
}

/** Every .ts and .tsx file below the folder. */
export async function readSourceFiles(folder: string): Promise<SourceFile[]> {
  const entries = await readdir(join(root, folder), { recursive: true, withFileTypes: true })
  const files = entries.filter((e) => e.isFile() && /\.tsx?$/.test(e.name))
  return Promise.all(files.map((e) => readSourceFile(join(e.parentPath, e.name))))
}

async function readSourceFile(file: string): Promise<SourceFile> {
  const imports = new Set<string>()
  const loadedAtOnce = new Set<string>()
  const globals = new Set<string>()
  let hasDefaultExport = false
  const visit = (node: unknown, isInFunction: boolean): void => {
    if (Array.isArray(node)) return node.forEach((one) => visit(one, isInFunction))
    if (typeof node !== 'object' || node === null) return
    const n = node as Record<string, unknown> & { type?: string }
    const source = (n['source'] as { value?: string } | null | undefined)?.value
    const add = (target: string): void => {
      imports.add(target)
      if (!isInFunction && n['typeOnly'] !== true) loadedAtOnce.add(target)
    }
    if (source !== undefined && n.type?.match(/^(Import|Export)/)) add(source)
    if (n.type === 'ExportDefaultDeclaration' || n.type === 'ExportDefaultExpression')
      hasDefaultExport = true
    if (n.type === 'CallExpression') {
      const call = n as {
        callee?: { type?: string }
        arguments?: { expression?: { value?: unknown } }[]
      }
      const argument = call.arguments?.[0]?.expression?.value
      if (call.callee?.type === 'Import' && typeof argument === 'string') add(argument)
    }
    if (
      n.type === 'MemberExpression' &&
      isIdentifier(n['object'], 'Date') &&
      isIdentifier(n['property'], 'now')
    )
      globals.add('Date.now')
    if (
      n.type === 'NewExpression' &&
      isIdentifier(n['callee'], 'Date') &&
      !(n['arguments'] as unknown[])?.length
    )
      globals.add('new Date()')
    if (n.type === 'MemberExpression' && isIdentifier(n['object'], 'process'))
      globals.add('process')
    const entersFunction = n.type !== undefined && /Function|Method/.test(n.type)
    for (const value of Object.values(n)) visit(value, isInFunction || entersFunction)
  }
  const tsx = file.endsWith('.tsx')
  visit(parseSync(await readFile(file, 'utf8'), { syntax: 'typescript', tsx }), false)
  if (imports.has('node:process')) globals.add('process')
  const fromRoot = (path: string): string => relative(root, path).replaceAll('\\', '/')
  const resolved = (targets: Iterable<string>): string[] =>
    [...targets].map((i) => (i.startsWith('.') ? fromRoot(resolve(dirname(file), i)) : i))
  return {
    path: fromRoot(file),
    imports: resolved(imports),
    lazyImports: resolved([...imports].filter((target) => !loadedAtOnce.has(target))),
    globals: [...globals],
    hasDefaultExport,
  }
}

function isIdentifier(node: unknown, name: string): boolean {
  const n = node as { type?: string; value?: string } | undefined
  return n?.type === 'Identifier' && n.value === name
}
