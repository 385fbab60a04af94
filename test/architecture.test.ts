// The rules of the architecture: the direction of imports, who may access process and clock, and
// forbidden names.
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from '@jest/globals'
import manifest from '../package.json' with { type: 'json' }
import { findIntegrationTests, integrationModules } from './support/integration-tests.js'
import { readSourceFiles, root, type SourceFile } from './support/source-files.ts'

const stages = ['poller', 'normalizer', 'matcher', 'projector', 'api', 'webhooks', 'ops', 'mcp']
const files = [...(await readSourceFiles('services')), ...(await readSourceFiles('simulator'))]
const clients = await readSourceFiles('clients/typescript/src')
const consoleFiles = await readSourceFiles('console')
const all = [
  ...files,
  ...clients,
  ...consoleFiles,
  ...(await readSourceFiles('test')),
  ...(await readSourceFiles('schemas')),
]
const byPath = new Map(
  [...all, ...(await readSourceFiles('tools')), ...(await readSourceFiles('bench'))].map((f) => [
    f.path,
    f,
  ]),
)

/** Names of the two platforms, their hosts and their paths. */
const platformWords =
  /\bplatform_[ab]\w*|\bp[ab]_\w*|[Pp]latform[AB]\w*|platform-[ab]\b|[Pp]olymarket|[Kk]alshi|\b[Gg]amma\b|\b(clob|CLOB)\b|trade-api/g

const isIdentity = /^services\/platforms\/(identity\.ts|registry\.ts|([\w-]+\/)?registration\.ts)$/

/** The room a path lies in. */
function roomOf(path: string): string {
  if (path.startsWith('schemas/')) return 'schemas'
  if (path.startsWith('simulator/')) return 'simulator'
  const [, first = '', second = '', last = ''] = path.split('/')
  if (first === 'lib') {
    if (path.endsWith('/port.ts')) return 'port'
    if (second === 'log' && last === 'partitioner.ts') return 'port'
    // read a text and nothing else
    if (/^services\/lib\/(log\/kafka\/url|run\/url-part)\.ts$/.test(path)) return 'port'
    if (second === 'run') return 'run'
    return 'adapter'
  }
  // names and id prefixes alone: everything may read them
  if (isIdentity.test(path)) return 'identity'
  if (stages.includes(first)) return `stage ${first}`
  return first.replace(/\.ts$/, '')
}

/** What each room may import, besides files of its own room (an adapter: of its own folder). */
function mayImport(from: string): readonly string[] {
  if (from === 'schemas' || from === 'identity') return []
  // simulates the outside world: it uses the HTTP server and the platform names of the service, nothing else
  if (from === 'simulator') return ['run', 'identity']
  if (from === 'domain') return ['schemas', 'identity']
  if (from === 'topology') return ['schemas', 'identity']
  if (from === 'port') return ['schemas', 'identity', 'domain', 'topology']
  if (from === 'run') return ['schemas', 'identity', 'domain', 'topology', 'port']
  if (from === 'adapter') return ['schemas', 'identity', 'domain', 'topology', 'port', 'run']
  if (from === 'config')
    return ['identity', 'platforms', 'topology', 'port', 'stage ops', 'stage api']
  if (from === 'platforms') return ['schemas', 'identity', 'domain', 'topology', 'port', 'run']
  if (from.startsWith('stage '))
    return ['schemas', 'identity', 'domain', 'topology', 'port', 'run', 'platforms']
  return [
    'schemas',
    'identity',
    'domain',
    'topology',
    'port',
    'run',
    'adapter',
    'platforms',
    'config',
    'compose',
    'welcome',
    'simulator',
    ...stages.map((s) => `stage ${s}`),
  ]
}

const adapterFolder = (path: string): string => path.split('/').slice(0, 3).join('/')

function wrongImports(file: SourceFile): string[] {
  const from = roomOf(file.path)
  return file.imports
    .filter((target) => /^(services|simulator|schemas)\//.test(target))
    .filter((target) => {
      const to = roomOf(target)
      // A registration loads the module and the simulator's side of its platform on demand.
      if (from === 'identity' && ['platforms', 'simulator'].includes(to))
        return !file.lazyImports.includes(target)
      if (to === from && from === 'adapter')
        return adapterFolder(file.path) !== adapterFolder(target)
      return to !== from && !mayImport(from).includes(to)
    })
    .map((target) => `${file.path} -> ${target}`)
}

/** These files and all that is loaded with them. */
function loadedWith(paths: readonly string[]): Set<string> {
  const loaded = new Set(paths)
  for (const path of loaded) {
    const { imports = [], lazyImports = [] } = byPath.get(path) ?? {}
    for (const target of imports) if (!lazyImports.includes(target)) loaded.add(target)
  }
  return loaded
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
    const domain = files.filter(
      (f) => f.path.startsWith('services/domain/') || isIdentity.test(f.path),
    )
    expect(domain.length).toBeGreaterThan(3)
    const outside = domain.flatMap((f) =>
      f.imports.filter((i) => !/^(services|schemas|simulator)\//.test(i)),
    )
    expect(outside).toEqual([])
  })

  it('keeps everything but its own files out of the TypeScript client, which runs in browsers, too', () => {
    expect(clients.length).toBeGreaterThan(5)
    const outside = clients.flatMap((f) =>
      f.imports.filter((target) => !target.startsWith('clients/typescript/src/')),
    )
    expect(outside).toEqual([])
    expect(clients.filter((f) => f.globals.includes('process')).map((f) => f.path)).toEqual([])
  })

  it('gives the TypeScript client to nothing but the MCP server', () => {
    const users = files.filter((f) => f.imports.some((target) => target.startsWith('clients/')))
    expect(users.length).toBeGreaterThan(0)
    expect(users.map((f) => f.path).filter((path) => !path.startsWith('services/mcp/'))).toEqual([])
  })

  it('gives the console, which runs in browsers, only the client and two packages', () => {
    expect(consoleFiles.length).toBeGreaterThan(15)
    const allowed = /^(console|clients\/typescript\/src)\/|^(preact(\/hooks)?|lightweight-charts)$/
    const outside = consoleFiles.flatMap((f) => f.imports.filter((target) => !allowed.test(target)))
    expect(outside).toEqual([])
  })

  it('loads the stages of its own roles alone into a process', () => {
    const loaded = loadedWith(['services/main.ts', 'services/role-process.ts'])
    const entries = stages.map((stage) => `services/${stage}/${stage}.ts`)
    expect(loaded).toContain('services/compose/role-modules.ts')
    expect(entries.filter((path) => loaded.has(path))).toEqual([])
    expect(loaded).not.toContain('kafkajs')
    expect(loaded).not.toContain('koa')
    expect([...loaded].filter((path) => path.startsWith('@modelcontextprotocol/'))).toEqual([])
  })

  // launch.ts adds to the environment of its child, whose entry is chdb-server/main.ts; processes/child.ts adds to the
  // options of Node; running-process.ts asks whether a process runs, and sends messages to the parent process
  it('reads the process only in main, config and where a child process begins', () => {
    const readers = files.filter((f) => f.globals.includes('process')).map((f) => f.path)
    expect(
      readers.filter(
        (p) =>
          !/^services\/(main|role-process|config|lib\/run\/running-process|compose\/processes\/child)\.ts$|chdb-server\/(main|launch)\.ts$/.test(
            p,
          ),
      ),
    ).toEqual([])
  })

  it('reads the clock only where a process begins', () => {
    const readers = files
      .filter((f) => f.globals.some((g) => g.includes('Date')))
      .map((f) => f.path)
    expect(readers.filter((p) => !/^services\/(main|role-process)\.ts$/.test(p))).toEqual([])
  })

  it('takes every test that opens the event log or a socket or starts a process out of the unit tests', () => {
    const tests = all.map((f) => f.path).filter((path) => path.endsWith('.test.ts'))
    const integration = tests.filter((path) => {
      const loaded = loadedWith([path])
      return integrationModules.some((name) => loaded.has(name))
    })
    expect(integration.length).toBeGreaterThan(100)
    expect(findIntegrationTests(root).sort()).toEqual(integration.sort())
  })

  it('names platforms, their hosts and their paths only where they are registered and mapped', async () => {
    const own =
      /^(services\/platforms|simulator)\/platform-[ab]\/|^services\/platforms\/registry\.ts$/
    // The simulated world: which events each platform lists, how it splits them into markets, what its
    // wallets do, and how it writes numbers. A further platform need not take part in this world.
    const world = /^simulator\/(world\/|wallets\/|(truth|simulator|decimals)\.ts$)/
    const exceptions = [
      // query parameters of the interface
      'services/api/catalog/match-catalog.ts: platform_a_market_slug, platform_b_event_ticker',
      // the same fields as below, as columns of a file
      'services/api/exports/matches.ts: platform_a, platform_a_event_ticker, platform_a_id, platform_a_question, platform_a_status, platform_b, platform_b_event_ticker, platform_b_id, platform_b_question, platform_b_status',
      // fields of the interface (the two sides of a match, whichever platforms they are) and its parameters
      'services/api/routes/matching-markets.ts: platform_a, platform_a_market_slug, platform_b, platform_b_event_ticker',
      // the same fields, read by a client of the interface
      'services/mcp/tools/matches.ts: platform_a, platform_b',
    ]
    const named = await Promise.all(
      files
        .map((f) => f.path)
        .filter((path) => !own.test(path) && !world.test(path))
        .map(async (path) => {
          const text = await readFile(join(root, path), 'utf8')
          const found = new Set(text.match(platformWords))
          return found.size === 0 ? [] : [`${path}: ${[...found].sort().join(', ')}`]
        }),
    )
    expect(named.flat().sort()).toEqual(exceptions)
  })

  it('names no platform in the console, except in the list that is generated from the registry', async () => {
    // fields of the interface: the two sides of a match, whichever platforms they are
    const sides = /\bmatch\.platform_[ab]\b/g
    const named = await Promise.all(
      consoleFiles.map(async ({ path }) => {
        const text = await readFile(join(root, path), 'utf8')
        return text.replace(sides, '').search(platformWords) === -1 ? [] : [path]
      }),
    )
    expect(named.flat()).toEqual(['console/generated/platforms.ts'])
  })

  it('registers a platform by one line', async () => {
    const folders = (await readdir(join(root, 'services/platforms'))).filter((name) =>
      name.startsWith('platform-'),
    )
    const registry = await readFile(join(root, 'services/platforms/registry.ts'), 'utf8')
    const lines = registry.split('\n').filter((line) => /platform-\w+/.test(line))
    expect(lines).toEqual(
      folders.sort().map((folder) => `  await import('./${folder}/registration.ts'),`),
    )
  })

  // the files of swagger-ui-dist are read by path
  it('has as dependencies the packages that the service imports, and no others', () => {
    const imported = files
      .flatMap((f) => f.imports)
      .filter((target) => !/^(services|simulator|schemas|clients|node:)/.test(target))
      .map((target) => /^(@[^/]+\/)?[^/]+/.exec(target)?.[0] ?? '')
      .filter((name) => name !== 'package.json')
    const used = new Set([...imported, 'swagger-ui-dist'])
    expect([...used].sort()).toEqual(Object.keys(manifest.dependencies).sort())
  })

  it('has no barrels, default exports or names that say nothing', () => {
    const names = /(^|\/)(index\.ts|utils?|common|shared|helpers?|core|misc)(\/|\.ts$|$)/
    expect(all.filter((f) => names.test(f.path)).map((f) => f.path)).toEqual([])
    expect(files.filter((f) => f.hasDefaultExport).map((f) => f.path)).toEqual([])
    expect(all.filter((f) => !/^[a-z0-9-./]+$/.test(f.path)).map((f) => f.path)).toEqual([])
  })
})
