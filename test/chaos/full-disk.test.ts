// The program on a disk that is full when it starts: it says so, and starts when there is space.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { openWorld, type World } from '../e2e/world.ts'
import { signUp, statusWith } from '../support/accounts.ts'
import { describeWhere } from '../support/describe-where.ts'
import { findMountMissing, mountLimitedDisk, type LimitedDisk } from '../support/limited-disk.ts'
import { createPrograms, type Program } from './program.ts'

describeWhere(findMountMissing(), 'a program whose disk is full', () => {
  const programs = createPrograms()
  let directory: string
  let disk: LimitedDisk
  let world: World

  const start = (): Program =>
    programs.start({ SIMULATOR_URL: world.url, DATA_DIR: join(directory, 'data') })

  async function exitedBecauseFull(program: Program): Promise<void> {
    expect(await program.exit).toEqual({ code: 1, signal: null })
    expect(program.stderr()).toMatch(/the disk of .* is full \(0 MB free\): free disk space/)
  }

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'oddslog-full-'))
    const mounted = await mountLimitedDisk(directory)
    if (!mounted) throw new Error('no disk of limited size can be mounted')
    disk = mounted
    world = await openWorld({ seed: 'full', historyDays: 0, size: 0.1, activity: 0.2 })
  })

  afterAll(async () => {
    await programs.killAll()
    await world.close()
    await disk.close(false)
    await rm(directory, { recursive: true })
  })

  it('exits at its first start and at a later one, and starts when there is space', async () => {
    await disk.fill()
    await exitedBecauseFull(start())
    await disk.free()
    const program = start()
    const { apiKey } = await signUp(await program.apiUrl)
    program.signal('SIGTERM')
    await program.exit
    await disk.fill()
    await exitedBecauseFull(start())
    await disk.free()
    expect(await statusWith(await start().apiUrl, apiKey)).toBe(200)
  })
})
