// The topics of the event log's contract, in their own file for processes without jest.
import type { TopicSettings } from '../../services/lib/log/port.ts'

export const contractTopics: TopicSettings = {
  'in.a': { partitions: 3, cleanup: 'delete', retentionMs: Infinity },
  'in.b': { partitions: 3, cleanup: 'delete', retentionMs: Infinity },
  out: { partitions: 3, cleanup: 'delete', retentionMs: Infinity },
  state: { partitions: 1, cleanup: 'compact', retentionMs: Infinity },
}
