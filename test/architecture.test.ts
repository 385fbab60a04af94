// The layout of the design, as rules that fail: which way imports run, who may read the process and
// the clock, and what nothing is called.
import { describe, expect, it } from '@jest/globals'
import { readSourceFiles, type SourceFile } from './support/source-files.ts'

const stages = ['poller', 'normalizer', 'matcher', 'projector', 'api', 'simulator', 'ops']
const files = await readSourceFiles('services')
const all = [...files, ...(await readSourceFiles('test')), ...(await readSourceFiles('schemas'))]

/** The room a path lies in. */
function roomOf(path: string): string {
  if (path.startsWith('schemas/')) return 'schemas'
  const [, first = '', second = '', last = ''] = path.split('/')
  if (first === 'platform') {
    if (path.endsWith('/port.ts')) return 'port'
    if (second === 'run') return 'run'
    if (second === 'log' && last === 'partitioner.ts') return 'port'
    // reads a text and nothing else
    if (path === 'services/platform/log/kafka/url.ts') return 'port'
    return 'adapter'
  }
  if (stages.includes(first)) return `stage ${first}`
  return first.replace(/\.ts$/, '')
}

/** What each room may import, besides files of its own room (an adapter: of its own folder). */
function mayImport(from: string): readonly string[] {
  if (from === 'schemas') return []
  if (from === 'domain') return ['schemas']
  if (from === 'topology') return ['schemas']
  if (from === 'port') return ['schemas', 'domain', 'topology']
  if (from === 'run') return ['schemas', 'domain', 'topology', 'port']
  if (from === 'adapter') return ['schemas', 'domain', 'topology', 'port', 'run']
  if (from === 'config') return ['topology', 'port', 'stage ops', 'stage api']
  if (from.startsWith('stage ')) return ['schemas', 'domain', 'topology', 'port', 'run']
  return [
    'schemas',
    'domain',
    'topology',
    'port',
    'run',
    'adapter',
    'config',
    'compose',
    'welcome',
    ...stages.map((s) => `stage ${s}`),
  ]
}

const adapterFolder = (path: string): string => path.split('/').slice(0, 3).join('/')

function wrongImports(file: SourceFile): string[] {
  const from = roomOf(file.path)
  return file.imports
    .filter((target) => target.startsWith('services/') || target.startsWith('schemas/'))
    .filter((target) => {
      const to = roomOf(target)
      if (to === from && from === 'adapter')
        return adapterFolder(file.path) !== adapterFolder(target)
      return to !== from && !mayImport(from).includes(to)
    })
    .map((target) => `${file.path} -> ${target}`)
}

describe('the layout', () => {
  it('sees the sources', () => {
    expect(files.length).toBeGreaterThan(40)
    expect(files.flatMap((f) => f.imports).length).toBeGreaterThan(100)
  })

  it('lets imports run one way only', () => {
    expect(files.flatMap(wrongImports)).toEqual([])
  })

  it('keeps packages and Node out of the domain', () => {
    const domain = files.filter((f) => f.path.startsWith('services/domain/'))
    expect(domain.length).toBeGreaterThan(3)
    const outside = domain.flatMap((f) =>
      f.imports.filter((i) => !i.startsWith('services/') && !i.startsWith('schemas/')),
    )
    expect(outside).toEqual([])
  })

  // launch.ts hands its own environment on to the child, whose entry is chdb-server/main.ts; owner.ts
  // asks whether a process runs
  it('reads the process only in main, config and where a child process begins', () => {
    const readers = files.filter((f) => f.globals.includes('process')).map((f) => f.path)
    expect(
      readers.filter(
        (p) => !/^services\/(main|config)\.ts$|chdb-server\/(main|launch|owner)\.ts$/.test(p),
      ),
    ).toEqual([])
  })

  it('reads the clock only in main', () => {
    const readers = files
      .filter((f) => f.globals.some((g) => g.includes('Date')))
      .map((f) => f.path)
    expect(readers.filter((p) => p !== 'services/main.ts')).toEqual([])
  })

  it('has no barrels, default exports or names that say nothing', () => {
    const names = /(^|\/)(index\.ts|utils?|common|shared|helpers?|core|misc)(\/|\.ts$|$)/
    expect(all.filter((f) => names.test(f.path)).map((f) => f.path)).toEqual([])
    expect(files.filter((f) => f.hasDefaultExport).map((f) => f.path)).toEqual([])
    expect(all.filter((f) => !/^[a-z0-9-./]+$/.test(f.path)).map((f) => f.path)).toEqual([])
  })
})
