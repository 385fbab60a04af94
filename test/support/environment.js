// jest runs tests in a realm of its own, where errors that Node itself makes are not `instanceof
// Error`. This environment makes them so, for the few classes that cross the border.
import { TestEnvironment } from 'jest-environment-node'

export default class Environment extends TestEnvironment {
  constructor(config, context) {
    super(config, context)
    const own = Function.prototype[Symbol.hasInstance]
    for (const outer of [Error, TypeError, RangeError, Map, Set, Date]) {
      const inner = this.global[outer.name]
      Object.defineProperty(inner, Symbol.hasInstance, {
        value(value) {
          return own.call(this, value) || (this === inner && own.call(outer, value))
        },
      })
    }
  }
}
