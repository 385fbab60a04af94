// jest sequencer: system tests first. They take longest and wait most, so the many short unit tests
// fill the processors beside them and no long file is left for the end.
import Sequencer from '@jest/test-sequencer'

export default class SystemFirst extends Sequencer {
  sort(tests) {
    const isUnit = ({ context }) => context.config.displayName.name === 'unit'
    return super.sort(tests).toSorted((a, b) => isUnit(a) - isUnit(b))
  }
}
