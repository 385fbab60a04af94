// jest sequencer: system tests first, unit tests last. System tests take longest and wait most, so the many short files
// fill the processors beside them and no long file is left for the end.
import Sequencer from '@jest/test-sequencer'

/** After all others, which have the place -1. */
const last = ['integration', 'unit']

export default class SystemFirst extends Sequencer {
  sort(tests) {
    const place = ({ context }) => last.indexOf(context.config.displayName.name)
    return super.sort(tests).toSorted((a, b) => place(a) - place(b))
  }
}
