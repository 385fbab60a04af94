// Ids of schemas on one machine: a directory with a file per id, `7.json`, that is written once and
// never changed, so an id means the same for ever, whatever is killed or runs beside us.
import { randomUUID } from 'node:crypto'
import { link, mkdir, open, readdir, readFile, rm } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface RegisteredSchema {
  readonly id: number
  readonly topic: string
  readonly schema: unknown
}

const fileName = /^([1-9]\d{0,8})\.json$/

/** The id of this schema; the next free one if it has none yet. */
export async function registerSchema(
  path: string,
  topic: string,
  schema: unknown,
): Promise<RegisteredSchema> {
  await mkdir(path, { recursive: true })
  const wanted = JSON.stringify({ topic, schema })
  for (;;) {
    let highest = 0
    for (const known of await readAll(path)) {
      if (JSON.stringify({ topic: known.topic, schema: known.schema }) === wanted) return known
      highest = Math.max(highest, known.id)
    }
    if (await claim(path, highest + 1, wanted)) return { id: highest + 1, topic, schema }
  }
}

/** Of an id that another process has given out since; undefined if nobody has. */
export function readSchema(path: string, id: number): RegisteredSchema | undefined {
  const file = join(path, `${id}.json`)
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  return { id, ...parseSchema(file, text) }
}

async function readAll(path: string): Promise<RegisteredSchema[]> {
  const ids = (await readdir(path)).flatMap((name) => fileName.exec(name)?.[1] ?? [])
  return Promise.all(
    ids.map(async (id) => {
      const file = join(path, `${id}.json`)
      return { id: Number(id), ...parseSchema(file, await readFile(file, 'utf8')) }
    }),
  )
}

function parseSchema(file: string, text: string): { topic: string; schema: unknown } {
  try {
    return JSON.parse(text) as { topic: string; schema: unknown }
  } catch (cause) {
    throw new Error(`${file} is damaged: what was written with this schema cannot be read`, {
      cause,
    })
  }
}

/** False if the id was taken meanwhile: a link, unlike a rename, replaces nothing. */
async function claim(path: string, id: number, text: string): Promise<boolean> {
  const unfinished = join(path, `${randomUUID()}.tmp`)
  try {
    const file = await open(unfinished, 'wx')
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await link(unfinished, join(path, `${id}.json`))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    await rm(unfinished, { force: true })
  }
  const directory = await open(path)
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
  return true
}
