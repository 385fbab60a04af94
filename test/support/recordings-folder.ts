// The folder of the recorded responses, next to the project; a clone of the project alone has none.
import { existsSync } from 'node:fs'
import { describe } from '@jest/globals'

export const recordingsFolder = new URL('../../../shared/upstream/recorded/', import.meta.url)

/** `describe` for tests that read the recordings; without them the tests are skipped, with one line of output. */
export function describeWithRecordings(what: string) {
  if (existsSync(recordingsFolder)) return describe
  process.stdout.write(`no recordings here: ${what} skipped\n`)
  return describe.skip
}
