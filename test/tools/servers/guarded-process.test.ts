// What a test starts must not outlive it.
import { execFileSync, spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { describe, expect, it } from '@jest/globals'
import { eventually } from '../../support/waiting.ts'
import { startGuarded } from '../../../tools/servers/guarded-process.ts'

const newFolder = (): Promise<string> => mkdtemp(join(tmpdir(), 'oddslog-guarded-'))
const sayPid = ['sh', '-c', 'echo $$; exec sleep 1000']

function runProgram(folder: string, then: string): ChildProcessByStdio<null, Readable, null> {
  const program = `
    import { startGuarded } from './tools/servers/guarded-process.ts'
    const command = ['sh', '-c', 'echo $$ > "$0"; exec sleep 1000', '${folder}/pid']
    await startGuarded({ command, logPath: '${folder}/log', folder: '${folder}' })
    console.log('started')
    ${then}
  `
  const tsx = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href
  const node = ['--import', tsx, '--input-type=module', '--eval', program]
  return spawn(process.execPath, node, { stdio: ['ignore', 'pipe', 'inherit'] })
}

describe('a guarded process', () => {
  it.each(['SIGKILL', 'SIGINT'] as const)('is gone when a run ends by %s', async (signal) => {
    const folder = await newFolder()
    const run = runProgram(folder, 'setInterval(() => {}, 1_000)')
    await once(createInterface(run.stdout), 'line')
    const readPid = async (): Promise<number> => Number(await readFile(`${folder}/pid`, 'utf8'))
    await eventually(async () => expect(await readPid()).toBeGreaterThan(0))
    const pid = await readPid()
    run.kill(signal)
    await eventually(async () => expect(existsSync(folder)).toBe(false))
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })

  it('does not keep a run from its end, and goes with it', async () => {
    const folder = await newFolder()
    const run = runProgram(folder, '')
    await once(run, 'exit')
    await eventually(async () => expect(existsSync(folder)).toBe(false))
  })

  it('reports its end, by itself and when killed', async () => {
    const folder = await newFolder()
    const logPath = join(folder, 'log')
    const short = await startGuarded({ command: ['echo', 'done'], logPath, folder })
    await eventually(async () => expect(short.hasEnded()).toBe(true))
    expect(await short.output()).toBe('done\n')
    await short.kill()

    const long = await startGuarded({ command: sayPid, logPath, folder })
    await eventually(async () => expect(await long.output()).toMatch(/^done\n\d+\n$/))
    const pid = Number((await long.output()).split('\n')[1])
    expect(long.hasEnded()).toBe(false)
    long.signal('SIGSTOP')
    if (existsSync('/proc/self'))
      expect(await readFile(`/proc/${pid}/stat`, 'utf8')).toMatch(/\) T /)
    await long.kill()
    expect(() => process.kill(pid, 0)).toThrow('ESRCH')
    expect(long.hasEnded()).toBe(true)
    await long.kill()
    expect(existsSync(folder)).toBe(true)
    await rm(folder, { recursive: true })
  })

  it('reports an end before the first call', async () => {
    const folder = await newFolder()
    const starting = startGuarded({
      command: ['sh', '-c', 'exit 3'],
      logPath: join(folder, 'log'),
      folder,
    })
    // this thread reads nothing in the meantime: all lines arrive at once
    execFileSync('sleep', ['1'])
    const guarded = await starting
    expect(await guarded.ended).toBe(3)
    await guarded.kill()
    await rm(folder, { recursive: true })
  })
})
