// jest: after every run.
import { closeServersOfTheRun } from './of-the-run.ts'

export default closeServersOfTheRun
