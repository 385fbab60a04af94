// Checks responses against /openapi.json.
import { expect } from '@jest/globals'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { responseSchemas } from '../../services/api/schemas.ts'

const ajv = new Ajv2020({ strict: false })
for (const schema of Object.values(responseSchemas)) ajv.addSchema(schema)

export function expectSchema(name: string, body: unknown): void {
  const valid = ajv.validate(`${name}.json`, body)
  expect([valid, ajv.errorsText()]).toEqual([true, 'No errors'])
}
