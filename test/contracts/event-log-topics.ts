// The topics of the contract of the event log; apart from it, for processes outside jest.
import type { TopicSettings } from '../../services/platform/log/port.ts'

export const contractTopics: TopicSettings = {
  'in.a': { partitions: 3, cleanup: 'delete', retentionMs: Infinity },
  'in.b': { partitions: 3, cleanup: 'delete', retentionMs: Infinity },
  out: { partitions: 3, cleanup: 'delete', retentionMs: Infinity },
  state: { partitions: 1, cleanup: 'compact', retentionMs: Infinity },
}
