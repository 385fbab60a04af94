// jest: before every run with system tests. Compiles the program that these tests start. Starts no server,
// only what starts one when a test file asks.
import { buildProgram } from '../../../tools/built-program.ts'
import { openServersOfTheRun } from './shared-servers.ts'

export default async function setUp(): Promise<void> {
  buildProgram()
  await openServersOfTheRun()
}
