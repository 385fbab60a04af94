// The folder of the recorded responses, next to the project; a clone of the project alone has none.
import { existsSync } from 'node:fs'
import { describe } from '@jest/globals'

export const recordingsFolder = new URL('../../../shared/upstream/recorded/', import.meta.url)

export const recordedStreamsFolder = new URL(
  '../../../shared/upstream/recorded-streams/',
  import.meta.url,
)

/** `describe` for tests that read the recordings; without them the tests are skipped, with one line of output. */
export function describeWithRecordings(what: string, folder = recordingsFolder) {
  if (existsSync(folder)) return describe
  process.stdout.write(`no recordings here: ${what} skipped\n`)
  return describe.skip
}
