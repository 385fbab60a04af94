// The contract of every event log: services/lib/log/port.ts sentence by sentence. It assumes neither
// offsets without holes nor immediate delivery, so that a broker can satisfy it as well.
import { afterEach, beforeEach, describe } from '@jest/globals'
import { describeAppending } from './event-log/appending.ts'
import { describeConsuming } from './event-log/consuming.ts'
import { describeFollowing } from './event-log/following.ts'
import { describeFollowingEnds } from './event-log/following-ends.ts'
import { describeGroups } from './event-log/groups.ts'
import { describeReading } from './event-log/reading.ts'
import { describeCoordinatedTasks } from './event-log/coordinated-tasks.ts'
import { createSubject, type OpenedLog } from './event-log/subject.ts'
import { describeAssignedPartitions } from './event-log/assigned-partitions.ts'

/** `open` gives an empty log with the topics of event-log-topics.ts, for each test its own. */
export function describeEventLog(name: string, open: () => Promise<OpenedLog>): void {
  describe(`the contract of the event log, kept by ${name}`, () => {
    const subject = createSubject(open)
    beforeEach(() => subject.open())
    afterEach(() => subject.close())

    describeAppending(subject)
    describeReading(subject)
    describeConsuming(subject)
    describeGroups(subject)
    describeAssignedPartitions(subject)
    describeCoordinatedTasks(subject)
    describeFollowing(subject)
    describeFollowingEnds(subject)
  })
}
