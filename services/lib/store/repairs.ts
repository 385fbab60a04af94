// The record of the damage and the repairs of an embedded store, in two files of its directory. It outlives the
// process, so that a start repairs what an earlier process found, and the number of repairs within an hour is
// limited.
import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readIfExists } from '../run/read-if-exists.ts'

/** The file with the damage that was found. It exists until the store is repaired. */
const damageFile = 'damaged'
/** The file with one line per repair: its time and the damage that was found. */
const repairsFile = 'repairs'

const hourMs = 3_600_000
/** More repairs within an hour mean that the disk or the memory of the machine is faulty. */
const maxRepairsPerHour = 3

/** The store was damaged again after too many repairs. The message tells operators what to do. */
export class StoreDamaged extends Error {
  readonly retriable = false
  constructor(message: string) {
    super(message)
    this.name = 'StoreDamaged'
  }
}

export async function recordDamage(dataDir: string, found: string): Promise<void> {
  await writeFile(join(dataDir, damageFile), `${found}\n`)
}

/** Returns the damage that was found and is not repaired yet, or null. */
export async function readDamage(dataDir: string): Promise<string | null> {
  const text = await readIfExists(join(dataDir, damageFile))
  return text === null ? null : text.trim() || 'damage that an earlier process found'
}

/** Rejects with StoreDamaged if the store was repaired too often within the last hour. */
export async function requireRepairAllowed(
  dataDir: string,
  found: string,
  nowMs: number,
): Promise<void> {
  const repairs = await readRepairs(dataDir)
  const recent = repairs.filter((line) => {
    const ageMs = nowMs - Date.parse(line.split(' ')[0] ?? '')
    return ageMs >= 0 && ageMs < hourMs
  })
  if (recent.length >= maxRepairsPerHour)
    throw new StoreDamaged(
      `the store in ${dataDir} was damaged again after ${recent.length} repairs within an hour (${found}): ` +
        'its disk or the memory of the machine may be faulty. Check both, delete that folder, and start again: ' +
        'the store is rebuilt from the log',
    )
}

export const readRepairs = async (dataDir: string): Promise<readonly string[]> =>
  ((await readIfExists(join(dataDir, repairsFile))) ?? '').split('\n').filter((line) => line !== '')

/** Appends a repair, after the `earlierRepairs`, and deletes the file with the damage. */
export async function recordRepair(
  dataDir: string,
  found: string,
  nowMs: number,
  earlierRepairs: readonly string[] = [],
): Promise<void> {
  await mkdir(dataDir, { recursive: true })
  const lines = [...earlierRepairs, `${new Date(nowMs).toISOString()} ${found}`]
  await appendFile(join(dataDir, repairsFile), lines.map((line) => `${line}\n`).join(''))
  await rm(join(dataDir, damageFile), { force: true })
}
