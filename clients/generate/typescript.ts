// Writes the generated files of the TypeScript client: the types, and the operations.
import { format, resolveConfig } from 'prettier'
import {
  fieldsOf,
  isNullable,
  referredName,
  withoutNull,
  type Field,
  type Model,
  type Operation,
  type Schema,
} from './document.ts'

type Schemas = Model['schemas']

const banner = '// Generated from /openapi.json by clients/generate.ts. Do not edit.\n'

/** `configFile`: any file to which the rules of the generated files apply. */
export async function toTypeScriptFiles(
  model: Model,
  configFile: string,
): Promise<Readonly<Record<string, string>>> {
  const options = { ...(await resolveConfig(configFile)), parser: 'typescript' }
  return {
    'types.ts': await format(typesFile(model), options),
    'operations.ts': await format(operationsFile(model), options),
  }
}

function typesFile({ schemas, operations }: Model): string {
  const inputs = operations.map(({ name, parameters }) =>
    [
      comment(`Parameters of \`${name}\`.`),
      `export interface ${inputName(name)} ${objectType(schemas, parameters, 'readonly ')}`,
    ].join(''),
  )
  return [banner, ...Object.keys(schemas).map((name) => component(schemas, name)), ...inputs].join(
    '\n\n',
  )
}

function component(schemas: Schemas, name: string): string {
  const schema = schemas[name] ?? {}
  const declaration = schema.properties
    ? `interface ${name} ${objectType(schemas, fieldsOf(schema), '')}`
    : `type ${name} = ${typeOf(schemas, withoutNull(schema), '')}`
  return `${comment(schema.description)}export ${declaration}`
}

function objectType(schemas: Schemas, fields: readonly Field[], modifier: string): string {
  const lines = fields.map(
    ({ name, description, schema, isRequired }) =>
      `${comment(description)}${modifier}${name}${isRequired ? '' : '?'}: ${typeOf(schemas, schema, modifier)}${isRequired ? '' : ' | undefined'}`,
  )
  return `{\n${lines.join('\n')}\n}`
}

/** `modifier`: of arrays. */
function typeOf(schemas: Schemas, schema: Schema, modifier: string): string {
  const rest = isNullable(schema, schemas) ? ' | null' : ''
  return plainTypeOf(schemas, withoutNull(schema), modifier) + rest
}

function plainTypeOf(schemas: Schemas, schema: Schema, modifier: string): string {
  const name = referredName(schema)
  if (name !== null) return name
  if (schema.enum) return schema.enum.map((value) => `'${value}'`).join(' | ')
  switch (schema.type) {
    case undefined:
      throw new Error(`a schema without a type: ${JSON.stringify(schema)}`)
    case 'string':
    case 'boolean':
      return schema.type
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return `${modifier}(${typeOf(schemas, schema.items ?? {}, modifier)})[]`
    case 'object':
      return objectType(schemas, fieldsOf(schema), modifier)
    default:
      throw new Error(`no type in TypeScript for ${JSON.stringify(schema)}`)
  }
}

function operationsFile(model: Model): string {
  const { schemas, operations } = model
  const answers = new Set(operations.flatMap((one) => namesIn(one.answer)))
  const items = new Set(operations.flatMap(({ list }) => namesIn(list?.item ?? null)))
  const inputs = operations.map(({ name }) => inputName(name))
  const names = [...new Set([...answers, ...items, ...inputs])].toSorted()
  const lists = operations.flatMap(({ name, list }) =>
    list ? [`${name}: { input: ${inputName(name)}; item: ${typeOf(schemas, list.item, '')} }`] : [],
  )
  return [
    banner,
    "import type { Answer, RequestOptions } from '../answer.ts'",
    `import type { ${names.join(', ')} } from './types.ts'`,
    `\n${comment('The operations of the service, one method each.')}export interface Operations {`,
    ...operations.map((operation) => methodOf(schemas, operation)),
    '}',
    `\n${comment('The operations whose answers are pages that a cursor continues.')}export interface Lists {`,
    ...lists,
    '}',
    `\nexport const operations = ${JSON.stringify(tableOf(operations))} as const`,
  ].join('\n')
}

function methodOf(schemas: Schemas, operation: Operation): string {
  const { name, summary, description, parameters, method, path } = operation
  const input = `input${parameters.some(({ isRequired }) => isRequired) ? '' : '?'}: ${inputName(name)}`
  const answer = answerType(schemas, operation.answer)
  return `${comment(`${summary}: \`${method} ${path}\`. ${description}`)}${name}(${input}, options?: RequestOptions): Promise<Answer<${answer}>>`
}

function answerType(schemas: Schemas, answer: Operation['answer']): string {
  if (answer === null) return 'null'
  return answer === 'file' ? 'ReadableStream<Uint8Array>' : typeOf(schemas, answer, '')
}

function tableOf(operations: readonly Operation[]): Readonly<Record<string, unknown>> {
  const namesAt = ({ parameters }: Operation, at: string): readonly string[] =>
    parameters.filter(({ place }) => place === at).map(({ name }) => name)
  return Object.fromEntries(
    operations.map((operation) => {
      const { name, method, path, credential, answer, list } = operation
      const body = namesAt(operation, 'body')
      const answerKind = answer === null ? 'none' : answer === 'file' ? 'file' : 'json'
      const listPart = list ? { list: { field: list.field, maxLimit: list.maxLimit } } : {}
      return [name, { method, path, body, credential, answer: answerKind, ...listPart }]
    }),
  )
}

function namesIn(schema: Operation['answer']): readonly string[] {
  if (schema === null || schema === 'file') return []
  const name = referredName(schema)
  return name === null ? [] : [name]
}

function inputName(operation: string): string {
  return `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Input`
}

function comment(text: string | undefined): string {
  return text ? `/** ${text.replaceAll('*/', '* /')} */\n` : ''
}
