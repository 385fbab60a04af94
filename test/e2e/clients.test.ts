// The clients of clients/ against one running service with simulated platforms.
import { afterAll, beforeAll } from '@jest/globals'
import { openClientWorld, type ClientWorld } from './clients/client-world.ts'
import { describeTypeScriptClient } from './clients/typescript.ts'

let world: ClientWorld
beforeAll(async () => {
  world = await openClientWorld()
})
afterAll(() => world?.close())

describeTypeScriptClient(() => world)
