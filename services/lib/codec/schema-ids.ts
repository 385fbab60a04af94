// Assigns ids to schemas in the embedded form, which has no schema registry. The ids are stored in a
// directory with one file per id (`7.json` contains the schema with the id 7). A file is written once and
// never changed, so an id always has the same meaning, also after crashes and with concurrent processes.
import { mkdir, readdir, readFile } from 'node:fs/promises'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFile } from '../run/create-file.ts'

export interface RegisteredSchema {
  readonly id: number
  readonly topic: string
  readonly schema: unknown
}

const fileName = /^([1-9]\d{0,8})\.json$/

/** Returns the id of this schema; registers the schema under the next free id if it has none. */
export async function registerSchema(
  path: string,
  topic: string,
  schema: unknown,
): Promise<RegisteredSchema> {
  await mkdir(path, { recursive: true })
  const wanted = JSON.stringify({ topic, schema })
  for (;;) {
    let highest = 0
    for (const known of await readAllSchemas(path)) {
      if (JSON.stringify({ topic: known.topic, schema: known.schema }) === wanted) return known
      highest = Math.max(highest, known.id)
    }
    const id = highest + 1
    // if createFile returns false, another process has registered the id meanwhile
    if (await createFile(join(path, `${id}.json`), wanted)) return { id, topic, schema }
  }
}

/**
 * Reads the schema of an id, which another process may have registered meanwhile. Returns undefined if
 * the id is not registered.
 */
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

async function readAllSchemas(path: string): Promise<RegisteredSchema[]> {
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
