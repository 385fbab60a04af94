// Timers that a test turns by hand, while the clock and whatever else waits goes on as it is.
import { jest } from '@jest/globals'

export function fakeTimersOnly(): void {
  jest.useFakeTimers({
    doNotFake: ['Date', 'performance', 'hrtime', 'nextTick', 'setImmediate', 'queueMicrotask'],
  })
}
