// jest: before every run with system tests. Starts no server, only what starts one when a test file asks.
import { openServersOfTheRun } from './shared-servers.ts'

export default openServersOfTheRun
