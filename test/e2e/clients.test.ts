// The clients of clients/ against one running service with simulated platforms.
import { afterAll, beforeAll } from '@jest/globals'
import { installForPythonClient } from '../../tools/consumers/install.ts'
import { describeExportReaders } from './clients/export-readers.ts'
import { openClientWorld, type ClientWorld } from './clients/client-world.ts'
import { describePythonClient } from './clients/python.ts'
import { describeTypeScriptClient } from './clients/typescript.ts'

const python = await installForPythonClient()

let world: ClientWorld
beforeAll(async () => {
  world = await openClientWorld()
})
afterAll(() => world?.close())

describeTypeScriptClient(() => world)
describePythonClient(python, () => world)
describeExportReaders(python, () => world)
