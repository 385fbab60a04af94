// jest: before every run. Starts no server, only what starts one when a test file asks.
import { openServersOfTheRun } from './of-the-run.ts'

export default openServersOfTheRun
