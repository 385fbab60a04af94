// The image without Docker: runs the steps of infra/Dockerfile in a temporary folder and starts the result.
// Packages are links to those of the project, limited to those in the image.
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { cp, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { freePort } from '../../tools/servers/free-ports.ts'
import { root } from '../support/source-files.ts'
import { copiedBy, removedPackages, readStages, outputOf } from './dockerfile.ts'

const run = promisify(execFile)
const [build = [], image = [], ...more] = readStages()
const isIgnored = (path: string): boolean => {
  const letThrough = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1))
  return !letThrough.some((allowed) => path === allowed || path.startsWith(`${allowed}/`))
}

interface LockFile {
  readonly packages: Readonly<Record<string, { readonly dev?: boolean }>>
}

/** Packages of `npm ci --omit=dev`, by name, as far as they lie at the top. */
function readProductionPackages(): string[] {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as LockFile
  return Object.entries(lock.packages)
    .filter(([path, { dev = false }]) => !dev && /^node_modules\/(@[^/]+\/)?[^/]+$/.test(path))
    .map(([path]) => path.slice('node_modules/'.length))
    .filter((name) => existsSync(join(root, 'node_modules', name)))
}

describe('the Dockerfile', () => {
  it('has two stages: a pinned Node builds, its program alone runs', () => {
    expect(more).toEqual([])
    const [from = ''] = outputOf(build, 'FROM')
    expect(from).toMatch(/^node:\d+\.\d+\.\d+-bookworm-slim AS build$/)
    // the same system: the program is linked to its libraries
    expect(outputOf(image, 'FROM')).toEqual(['debian:bookworm-slim'])
    expect(outputOf(image, 'COPY')).toContain(
      '--from=build /usr/local/bin/node /usr/local/bin/node',
    )
  })

  it('ends as a user that is not root', () => {
    expect(outputOf(image, 'USER')).toEqual(['node'])
  })

  it('copies what is there and is not ignored', () => {
    const copied = copiedBy(build).flatMap(({ from }) => from)
    expect(copied).toEqual(expect.arrayContaining(['services', 'simulator']))
    for (const path of copied) expect([path, existsSync(join(root, path))]).toEqual([path, true])
    for (const path of copied) expect([path, isIgnored(path)]).toEqual([path, false])
  })

  it.each(['.env', 'data', 'node_modules', '.git', 'test', 'bench'])('cannot copy %s', (path) => {
    expect(isIgnored(path)).toBe(true)
  })

  it('leaves the embedded store out', () => {
    expect(removedPackages(build)).toEqual(expect.arrayContaining(['chdb', '@chdb']))
  })
})

describe('the image', () => {
  let folder: string
  let home: string
  let started: ChildProcess[]

  beforeAll(async () => {
    started = []
    folder = await mkdtemp(join(tmpdir(), 'oddslog-image-'))
    const source = join(folder, 'build')
    home = join(folder, 'oddslog')
    await mkdir(source)
    for (const { from, to } of copiedBy(build))
      for (const path of from) {
        const target = to.endsWith('/') ? join(source, to, path) : join(source, to)
        await cp(join(root, path), target, { recursive: true })
      }
    await symlink(join(root, 'node_modules'), join(source, 'node_modules'))
    await run('npm', ['run', 'build'], { cwd: source })
    await cp(join(source, 'dist'), home, { recursive: true })

    const removed = removedPackages(build)
    const kept = readProductionPackages().filter(
      (name) => !removed.some((out) => name === out || name.startsWith(`${out}/`)),
    )
    for (const name of kept) {
      const link = join(home, 'node_modules', name)
      await mkdir(dirname(link), { recursive: true })
      await symlink(join(root, 'node_modules', name), link)
    }
  })
  afterAll(async () => {
    for (const child of started) child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  })

  /** As ENTRYPOINT has it, with nothing of this process's own environment. */
  function start(argument: string, env: Record<string, string>): ChildProcess {
    const [entrypoint = '[]'] = outputOf(image, 'ENTRYPOINT')
    const [program = '', ...before] = JSON.parse(entrypoint) as string[]
    const child = spawn(program === 'node' ? process.execPath : program, [...before, argument], {
      cwd: home,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    started.push(child)
    return child
  }

  async function failureOf(argument: string, env: Record<string, string>): Promise<string> {
    const child = start(argument, env)
    const output = child.stderr ? text(child.stderr) : ''
    await once(child, 'close')
    expect(child.exitCode).toBe(1)
    return output
  }

  it('has every table and schema that is read at run time', () => {
    for (const path of ['schemas/events', 'infra/clickhouse'])
      expect(readdirSync(join(home, path))).toEqual(readdirSync(join(root, path)))
  })

  it('has the console', () => {
    expect(readdirSync(join(home, 'console'))).toEqual(
      expect.arrayContaining(['index.html', 'main.js', 'console.css', 'licences.txt']),
    )
  })

  it('has neither the embedded store nor what only development needs', () => {
    const has = (name: string): boolean => existsSync(join(home, 'node_modules', name))
    expect(['kafkajs', 'koa', 'ioredis', '@clickhouse/client'].filter(has)).toHaveLength(4)
    expect(['chdb', '@chdb', 'tsx', 'jest', 'typescript', 'testcontainers'].filter(has)).toEqual([])
  })

  it('reports all invalid variables at once', async () => {
    const output = await failureOf('api', { LOG_URL: 'kafka://broker', CACHE_URL: 'nowhere' })
    expect(output).toMatch(/^LOG_URL: needs the schema registry/m)
    expect(output).toMatch(/^CACHE_URL: /m)
    expect(output).toMatch(/^JWT_SECRET: must be set/m)
    expect(output).not.toContain('ERR_MODULE_NOT_FOUND')
  })

  it('without a role prints the roles and commands', async () => {
    const [command = '[]'] = outputOf(image, 'CMD')
    const [argument = ''] = JSON.parse(command) as string[]
    const child = start(argument, {})
    const output = child.stdout ? await text(child.stdout) : ''
    expect(output).toContain('poller, normalizer, matcher, projector, api')
    expect(output).toContain('replay projector')
  })

  it('runs the simulator, and ends on SIGTERM', async () => {
    const port = await freePort()
    const child = start('simulator', { SIMULATOR_PORT: String(port), ADMIN_PORT: '0', PORT: '0' })
    const url = `http://127.0.0.1:${port}/gamma/markets?limit=1`
    let answer: Response | null = null
    while (!answer && child.exitCode === null) {
      answer = await fetch(url).catch(() => null)
      await sleep(50)
    }
    expect(answer?.status).toBe(200)
    child.kill('SIGTERM')
    await once(child, 'close')
    expect(child.exitCode).toBe(0)
  })
})
