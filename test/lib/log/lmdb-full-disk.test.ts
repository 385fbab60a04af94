// The log on LMDB on a disk that another program has filled.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { describeFullDisk } from '../../../services/lib/run/disk-space.ts'
import { openLmdbLog } from '../../../services/lib/log/lmdb.ts'
import { contractTopics } from '../../contracts/event-log-topics.ts'
import { describeWhere } from '../../support/describe-where.ts'
import { findMountMissing, mountLimitedDisk, type LimitedDisk } from '../../support/limited-disk.ts'
import { numbersOf } from './log-directory.ts'

describeWhere(findMountMissing(), 'a log on a full disk', () => {
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

  it('says so in the errors of appends, and continues when there is space', async () => {
    const log = await openLmdbLog({ path: directory, topics: contractTopics, now: Date.now })
    const writer = await log.openWriter('one')
    const append = (n: number): Promise<void> =>
      writer.append([
        { topic: 'in.a', key: 'one', value: Buffer.from(String(n).padStart(300_000)) },
      ])
    await append(0)
    expect(await describeFullDisk(directory)).toBeNull()
    await disk.fill()
    for (let attempt = 0; attempt < 5; attempt += 1)
      await expect(append(1)).rejects.toMatchObject({
        retriable: true,
        message: expect.stringMatching(/the disk of .* is full \(0 MB free\): free disk space/),
      })
    await disk.free()
    await append(2)
    expect((await numbersOf(log, 'in.a')).flat()).toEqual([0, 2])
    await log.close()
  })
})
