// jest runs tests in a realm of its own. Two things about the realm are changed here:
//
// 1. Its global object is an ordinary one. That of jest is backed by another object, and each use of a
//    global (`Math`, `Map`, `Buffer`) is intercepted, which takes 0.3 µs.
// 2. Errors that Node itself makes are `instanceof Error`. So are the few other classes that cross the border.
import vm from 'node:vm'
import { TestEnvironment } from 'jest-environment-node'

const { createContext } = vm

export default class Environment extends TestEnvironment {
  constructor(config, context) {
    // the constructor of jest has no option for this
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY)
    try {
      super(config, context)
    } finally {
      vm.createContext = createContext
    }
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
