// jest: after every run.
import { closeServersOfTheRun } from './shared-servers.ts'

export default closeServersOfTheRun
