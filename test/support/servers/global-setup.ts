// jest: before every run. Starts no server, only what starts one when a test file asks.
import { openServersOfTheRun } from './shared-servers.ts'

export default openServersOfTheRun
