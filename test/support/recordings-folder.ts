// The recorded answers of the platforms lie beside the project; a clone of it alone has none.
import { existsSync } from 'node:fs'
import { describe } from '@jest/globals'

export const recordingsFolder = new URL('../../../shared/upstream/recorded/', import.meta.url)

/** `describe` for tests that read them; where there are none it skips, and says so in a line. */
export function describeWithRecordings(what: string) {
  if (existsSync(recordingsFolder)) return describe
  process.stdout.write(`no recordings here: ${what} skipped\n`)
  return describe.skip
}
