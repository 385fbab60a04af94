// A process that is kept running: by hand-made programs that end in every way.
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import {
  startSupervised,
  type SupervisedProcess,
  type UnexpectedEnd,
} from '../../../tools/cluster/supervised.ts'
import { eventually, never } from '../../support/waiting.ts'

let folder: string
let ends: UnexpectedEnd[]
let supervised: SupervisedProcess | null
let health: Server
let isHealthy: boolean

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oddslog-supervised-'))
  ends = []
  supervised = null
  isHealthy = true
  health = createServer((_, response) => response.writeHead(isHealthy ? 200 : 503).end())
  health.listen(0, '127.0.0.1')
  await once(health, 'listening')
})

afterEach(async () => {
  await supervised?.stop()
  health.close()
  await rm(folder, { recursive: true, force: true })
})

/** Writes its number into a file once its SIGTERM handler is installed, then runs `then`. */
async function start(then: string, endsWith = 0): Promise<SupervisedProcess> {
  const program = join(folder, 'program.sh')
  const beginning = `trap 'exit ${endsWith}' TERM; echo "$NAME $$" >> "${folder}/lives"`
  await writeFile(program, `${beginning}\n${then}\n`)
  supervised = await startSupervised({
    name: 'one',
    command: ['sh', program],
    env: { PATH: process.env['PATH'], NAME: 'life' },
    readyUrl: `http://127.0.0.1:${(health.address() as AddressInfo).port}/`,
    logPath: join(folder, 'log'),
    onUnexpectedEnd: (end) => ends.push(end),
  })
  return supervised
}

async function lives(): Promise<string[]> {
  const text = await readFile(join(folder, 'lives'), 'utf8').catch(() => '')
  return text.split('\n').slice(0, -1)
}

const waits = 'while :; do sleep 0.05; done'

describe('a process that is kept running', () => {
  it('starts again after kill -9, as another one, and that is no end of its own', async () => {
    const process_ = await start(waits)
    await eventually(async () => expect(await lives()).toHaveLength(1))
    process_.signal('SIGKILL')
    await eventually(async () => expect(await lives()).toHaveLength(2))
    const [first, second] = await lives()
    expect(first).not.toBe(second)
    expect(second).toBe(`life ${process_.pid()}`)
    expect(ends).toEqual([])
  })

  it('that ends by itself is reported with its status, and starts again', async () => {
    const process_ = await start(`[ -f "${folder}/later" ] && { ${waits}; }\nexit 3`)
    await eventually(async () => expect(ends).toHaveLength(1))
    await writeFile(join(folder, 'later'), '')
    expect(ends[0]).toMatchObject({ name: 'one', status: 3, wasReady: false })
    await eventually(async () => expect((await lives()).length).toBeGreaterThan(1))
    expect(await process_.isReady()).toBe(true)
  })

  it('says of an end whether it had been ready', async () => {
    const process_ = await start(waits, 4)
    isHealthy = false
    expect(await process_.isReady()).toBe(false)
    isHealthy = true
    expect(await process_.isReady()).toBe(true)
    await eventually(async () => expect(await lives()).toHaveLength(1))
    process.kill(process_.pid() ?? 0, 'SIGTERM')
    await eventually(async () => expect(ends).toMatchObject([{ status: 4, wasReady: true }]))
  })

  it('that is stopped ends by SIGTERM, also when silent, and stays so until it is started', async () => {
    const process_ = await start(waits)
    await eventually(async () => expect(await lives()).toHaveLength(1))
    process_.signal('SIGSTOP')
    expect(await process_.stop()).toBe(0)
    expect(process_.pid()).toBeNull()
    const before = await lives()
    await never(() => process_.pid() !== null)
    expect(await lives()).toEqual(before)
    await process_.start()
    await eventually(async () => expect(await lives()).toHaveLength(2))
    await expect(process_.start()).rejects.toThrow('stop it first')
  })

  it('that ends badly when it is stopped says how', async () => {
    const process_ = await start(waits, 7)
    await eventually(async () => expect(await lives()).toHaveLength(1))
    expect(await process_.stop()).toBe(7)
    expect(ends).toEqual([])
  })
})
