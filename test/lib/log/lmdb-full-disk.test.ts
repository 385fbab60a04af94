// The log on LMDB on a disk that another program has filled, in a process of its own: a rejection that nobody
// handles would end it.
import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { describeWhere } from '../../support/describe-where.ts'
import { findMountMissing, mountLimitedDisk, type LimitedDisk } from '../../support/limited-disk.ts'

const urlOf = (path: string): string => JSON.stringify(new URL(path, import.meta.url).href)

const imports = `
  import { once } from 'node:events'
  import { open } from ${JSON.stringify(pathToFileURL(createRequire(import.meta.url).resolve('lmdb')).href)}
  import { handleLostRejections } from ${urlOf('../../../services/lib/log/lmdb/lost-rejections.ts')}
  import { openLmdbLog } from ${urlOf('../../../services/lib/log/lmdb.ts')}
  import { contractTopics } from ${urlOf('../../contracts/event-log-topics.ts')}
  import { numbersOf } from ${urlOf('./log-directory.ts')}
  const path = process.argv.at(-1)
  const diskIs = (state) => { console.log(state); return once(process.stdin, 'data') }
  const warnings = []
  const logger = { warn: (_fields, message) => warnings.push(message) }`

describeWhere(findMountMissing(), 'a process whose log is on a full disk', () => {
  let directory: string
  let disk: LimitedDisk

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'log-'))
    const mounted = await mountLimitedDisk(directory)
    if (!mounted) throw new Error('no disk of limited size can be mounted')
    disk = mounted
  })
  afterEach(async () => {
    await disk.close(false)
    await rm(directory, { recursive: true })
  })

  /** Runs a script, which asks for a full or a free disk by its output. Resolves with its last line and its exit code. */
  async function run(script: string): Promise<{ readonly last: string; readonly code: number }> {
    const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
    const args = [
      '--import',
      tsx,
      '--input-type=module',
      '-e',
      `${imports}\n${script}`,
      join(directory, 'log'),
    ]
    return new Promise((resolve) => {
      const child = execFile(process.execPath, args, (error, stdout) =>
        resolve({
          last: stdout.trim().split('\n').at(-1) ?? '',
          code: error === null ? 0 : Number(error.code),
        }),
      )
      child.stdout?.on('data', (line: string) => {
        const change = /^full$/m.test(line)
          ? disk.fill()
          : /^free$/m.test(line)
            ? disk.free()
            : null
        void change?.then(() => child.stdin?.write('done\n'))
      })
    })
  }

  it('gets the reason of appends that fail, and continues when there is space', async () => {
    const { last, code } = await run(`
      handleLostRejections(process, logger)
      const log = await openLmdbLog({ path, topics: contractTopics, now: Date.now })
      const writer = await log.openWriter('one')
      const append = (n) => writer.append([
        { topic: 'in.a', key: 'one', value: Buffer.from(String(n).padStart(300_000)) },
      ])
      await append(0)
      await diskIs('full')
      const reasons = new Set()
      for (let attempt = 0; attempt < 5; attempt += 1)
        await append(1).catch(({ message, retriable }) => reasons.add(retriable + ' ' + message))
      await diskIs('free')
      await append(2)
      const numbers = (await numbersOf(log, 'in.a')).flat()
      await log.close()
      console.log(JSON.stringify({ numbers, reasons: [...reasons] }))
      process.exit(0)`)
    expect(code).toBe(0)
    expect(JSON.parse(last)).toEqual({
      numbers: [0, 2],
      reasons: [expect.stringMatching(/^true .*the disk of .* is full .*free disk space/)],
    })
  })

  /** The write fails, and its caller does not take the promise with the cause. */
  const losePromise = `
    const env = open({ path, overlappingSync: false, eventTurnBatching: false })
    await diskIs('full')
    await env.put('a', 'x'.repeat(500_000)).catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, 200))
    console.log(warnings.join())
    process.exit(0)`

  it('does not end because of a promise that only lmdb has', async () => {
    const ended = await run(`handleLostRejections(process, logger)\n${losePromise}`)
    expect(ended).toEqual({ last: 'a transaction of LMDB failed', code: 0 })
  })

  it('would end without the handler', async () => {
    expect(await run(losePromise)).toEqual({ last: 'full', code: 1 })
  })

  it('ends because of any other promise', async () => {
    const { code } = await run(`
      handleLostRejections(process, logger)
      Promise.reject(new Error('another'))
      await new Promise((resolve) => setTimeout(resolve, 1_000))
      process.exit(0)`)
    expect(code).toBe(1)
  })
})
