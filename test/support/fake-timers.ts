// Timers that a test controls, while the clock and other waits are real.
import { jest } from '@jest/globals'

export function fakeTimersOnly(): void {
  jest.useFakeTimers({
    doNotFake: ['Date', 'performance', 'hrtime', 'nextTick', 'setImmediate', 'queueMicrotask'],
  })
}
