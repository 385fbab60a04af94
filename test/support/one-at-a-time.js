// jest runner: one test file at a time, and none of another runner beside it. For tests that keep all processors busy:
// beside others they would take no less time in sum, and their servers would miss each other's heartbeats.
import TestRunner from 'jest-runner'

export default class OneAtATime extends TestRunner {
  isSerial = true
}
