// Tests that need something of the machine: run where it is there; elsewhere skipped, with the reason
// told, or failed with REQUIRE_SERVERS=1.
import { describe, it } from '@jest/globals'
import { isOnPath } from '../../tools/servers/programs.ts'

/** `missing`: what the machine lacks, or null. */
export function describeWhere(missing: string | null, name: string, body: () => void): void {
  if (missing === null) {
    describe(name, body)
  } else if (process.env['REQUIRE_SERVERS'] === '1') {
    describeFailed(name, `REQUIRE_SERVERS=1, and ${missing}`)
  } else {
    describeSkipped(name, missing)
  }
}

export function describeSkipped(name: string, reason: string): void {
  process.stderr.write(`skipped, ${reason}: ${name}\n`)
  describe.skip(name, () => it(`is skipped: ${reason}`, () => {}))
}

export function describeFailed(name: string, reason: string): void {
  describe(name, () =>
    it('has what it needs', () => {
      throw new Error(reason)
    }),
  )
}

/** Null where all of them are there. */
export function findMissing(programs: readonly string[]): string | null {
  const missing = programs.filter((program) => !isOnPath(program))
  return missing.length === 0 ? null : `no ${missing.join(' and no ')} on the PATH`
}
