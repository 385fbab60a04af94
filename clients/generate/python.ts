// Writes the generated files of the Python client: the types as TypedDict, and the operations as methods.
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

const banner = '# Generated from /openapi.json by clients/generate.ts. Do not edit.'

export function toPythonFiles(model: Model): Readonly<Record<string, string>> {
  return { 'types.py': typesFile(model), '_operations.py': operationsFile(model) }
}

function typesFile({ schemas }: Model): string {
  const names = Object.keys(schemas)
  const isObject = (name: string): boolean => schemas[name]?.properties !== undefined
  return `${[
    `"""Types of the answers. They are plain dictionaries, lists and values, as in the JSON of the service."""
${banner}
from __future__ import annotations

from datetime import datetime
from typing import Any, Dict, List, Literal, Optional, Sequence, TypedDict, Union

#: A price, size or amount: Decimal if the client was created with \`decimals=True\`.
Number = float
#: Unix seconds, or a datetime with a time zone.
Time = Union[int, datetime]`,
    ...names.filter((name) => !isObject(name)).map((name) => aliasOf(schemas, name)),
    ...names.filter(isObject).map((name) => classOf(schemas, name)),
    numberFields(schemas),
  ].join('\n\n\n')}\n`
}

function aliasOf(schemas: Schemas, name: string): string {
  const schema = schemas[name] ?? {}
  const doc = schema.description ? `\n${docstring(schema.description, '')}` : ''
  return `${name} = ${typeOf(schemas, withoutNull(schema), true)}${doc}`
}

/** \`total=False\` makes the fields of one class optional, so an object with both kinds becomes two classes. */
function classOf(schemas: Schemas, name: string): string {
  const schema = schemas[name] ?? {}
  const fields = fieldsOf(schema)
  const required = fields.filter(({ isRequired }) => isRequired)
  const optional = fields.filter(({ isRequired }) => !isRequired)
  const toText = (list: readonly Field[], description: string): string =>
    [docstring(description, '    '), ...list.map((field) => attributeOf(schemas, field))].join('\n')
  const description = schema.description ?? name
  if (optional.length === 0) return `class ${name}(TypedDict):\n${toText(required, description)}`
  const base = `_Required${name}`
  return [
    `class ${base}(TypedDict):\n${toText(required, `The required fields of ${name}.`)}`,
    `class ${name}(${base}, total=False):\n${toText(optional, description)}`,
  ].join('\n\n\n')
}

function attributeOf(schemas: Schemas, field: Field): string {
  const { name, description, schema, isRequired } = field
  const doc = description ? `\n${docstring(description, '    ')}` : ''
  // answers have all their fields, so an optional one is sent to the service
  const type = isRequired ? typeOf(schemas, schema, false) : inputType(schemas, field)
  return `    ${name}: ${type}${doc}`
}

/** The names of numbers, which are converted even if they are written without a point. */
function numberFields(schemas: Schemas): string {
  const found = { number: new Set<string>(), integer: new Set<string>() }
  const collect = (schema: Schema): void => {
    for (const { name, schema: own } of fieldsOf(schema)) {
      const { type } = withoutNull(own)
      if (type === 'number' || type === 'integer') found[type].add(name)
      collect(withoutNull(own))
    }
    if (schema.items) collect(withoutNull(schema.items))
  }
  for (const schema of Object.values(schemas)) collect(withoutNull(schema))
  const both = [...found.number].filter((name) => found.integer.has(name))
  if (both.length > 0) throw new Error(`numbers and integers at the same time: ${both.join(', ')}`)
  const names = [...found.number].toSorted().map((name) => `        "${name}",`)
  return `#: The fields that are prices, sizes or amounts, in every answer.\nNUMBER_FIELDS = frozenset(\n    (\n${names.join('\n')}\n    )\n)`
}

/** The type of a parameter: times can be a datetime, too, and lists any sequence. */
function inputType(schemas: Schemas, { schema, description }: Field): string {
  const { type, items } = withoutNull(schema)
  const rest = (plain: string): string =>
    isNullable(schema, schemas) ? `Optional[${plain}]` : plain
  if (type === 'integer' && description.includes('Unix seconds')) return rest('Time')
  if (items) return rest(`Sequence[${typeOf(schemas, items, false)}]`)
  return typeOf(schemas, schema, false)
}

/** `isRuntime`: names of classes are quoted, because the expression is evaluated before they are defined. */
function typeOf(schemas: Schemas, schema: Schema, isRuntime: boolean): string {
  const plain = plainTypeOf(schemas, withoutNull(schema), isRuntime)
  return isNullable(schema, schemas) ? `Optional[${plain}]` : plain
}

function plainTypeOf(schemas: Schemas, schema: Schema, isRuntime: boolean): string {
  const name = referredName(schema)
  if (name !== null) return isRuntime ? `"${name}"` : name
  if (schema.enum) return `Literal[${schema.enum.map((value) => `"${value}"`).join(', ')}]`
  switch (schema.type) {
    case undefined:
      throw new Error(`a schema without a type: ${JSON.stringify(schema)}`)
    case 'string':
      return 'str'
    case 'boolean':
      return 'bool'
    case 'integer':
      return 'int'
    case 'number':
      return 'Number'
    case 'array':
      return `List[${typeOf(schemas, schema.items ?? {}, isRuntime)}]`
    case 'object': {
      const { additionalProperties: values } = schema
      return `Dict[str, ${values ? typeOf(schemas, values, isRuntime) : 'Any'}]`
    }
    default:
      throw new Error(`no type in Python for ${JSON.stringify(schema)}`)
  }
}

function operationsFile({ schemas, operations }: Model): string {
  const callable = operations.filter(({ answer }) => answer !== 'file')
  return `${[
    `"""The operations of the service: one method each, and an iterator for each list."""
${banner}
from __future__ import annotations

from typing import Any, Dict, Iterator, List, Literal, Optional, Sequence

from ._answer import Answer, Operation
from .types import *`,
    `OPERATIONS = {\n${operations.map((one) => `    ${entryOf(one)}`).join('\n')}\n}`,
    `class Operations:\n    def _call(self, operation: Operation, arguments: Dict[str, Any], token: Optional[str] = None) -> Answer[Any]:\n        raise NotImplementedError\n\n    def _pages(self, operation: Operation, arguments: Dict[str, Any]) -> Iterator[Answer[Any]]:\n        raise NotImplementedError\n\n${callable
      .flatMap((operation) => [
        methodOf(schemas, operation),
        ...(operation.list ? [iteratorOf(schemas, operation, operation.list.item)] : []),
      ])
      .join('\n\n')}`,
  ].join('\n\n\n')}\n`
}

function entryOf({ name, method, path, parameters, credential, list }: Operation): string {
  const body = parameters.filter(({ place }) => place === 'body').map((field) => `"${field.name}"`)
  const bodyFields = `(${body.map((field) => `${field}, `).join('')})`
  const field = list?.field == null ? 'None' : `"${list.field}"`
  const paging = list ? `, is_list=True, rows=${field}, max_limit=${list.maxLimit}` : ''
  return `"${name}": Operation("${method}", "${path}", ${bodyFields}, "${credential}"${paging}),`
}

function methodOf(schemas: Schemas, operation: Operation): string {
  const { name, summary, description, credential, answer, method, path } = operation
  const type = answer === null || answer === 'file' ? 'None' : typeOf(schemas, answer, false)
  const byToken = credential === 'token'
  const token = byToken ? ['token: str'] : []
  const doc = `${summary}: \`${method} ${path}\`. ${description}`
  return [
    `    def ${toSnake(name)}(${signature(schemas, operation, token)}) -> Answer[${type}]:`,
    docstring(`${doc}\n\n${parameterDocs(operation)}`.trim(), '        '),
    `        return self._call(OPERATIONS["${name}"], ${argumentsOf(operation)}${byToken ? ', token' : ''})`,
  ].join('\n')
}

function iteratorOf(schemas: Schemas, operation: Operation, item: Schema): string {
  const name = toSnake(operation.name)
  const iterator = `iter_${name.replace(/^list_/, '')}`
  const pages = `${iterator.replace(/^iter_/, '')}_pages`
  const page = typeOf(schemas, operation.answer as Schema, false)
  const row = typeOf(schemas, item, false)
  return [
    `    def ${pages}(${signature(schemas, operation, [])}) -> Iterator[Answer[${page}]]:`,
    docstring(
      `The answers of \`${name}\`, page by page. \`limit\` is the size of a page; the largest possible one by default.`,
      '        ',
    ),
    `        return self._pages(OPERATIONS["${operation.name}"], ${argumentsOf(operation)})`,
    '',
    `    def ${iterator}(${signature(schemas, operation, [])}) -> Iterator[${row}]:`,
    docstring(
      `The rows of \`${name}\`, on all pages. \`limit\` is the size of a page; the largest possible one by default.`,
      '        ',
    ),
    `        for page in self._pages(OPERATIONS["${operation.name}"], ${argumentsOf(operation)}):`,
    `            yield from page.data${operation.list?.field == null ? '' : `["${operation.list.field}"]`}`,
  ].join('\n')
}

function signature(schemas: Schemas, { parameters }: Operation, more: readonly string[]): string {
  const positional = parameters.filter(({ isRequired }) => isRequired)
  const optional = parameters.filter(({ isRequired }) => !isRequired)
  const named = [
    ...more,
    ...optional.map((field) => `${field.name}: Optional[${inputType(schemas, field)}] = None`),
  ]
  return [
    'self',
    ...positional.map((field) => `${field.name}: ${inputType(schemas, field)}`),
    ...(named.length > 0 ? ['*', ...named] : []),
  ].join(', ')
}

function argumentsOf({ parameters }: Operation): string {
  return `{${parameters.map(({ name }) => `"${name}": ${name}`).join(', ')}}`
}

function parameterDocs({ parameters }: Operation): string {
  return parameters.map(({ name, description }) => `- \`${name}\`: ${description}`).join('\n')
}

function docstring(text: string, indent: string): string {
  const escaped = text.replaceAll('\\', '\\\\').replaceAll('"""', '\\"\\"\\"')
  const lines = escaped.split('\n').map((line) => (line === '' ? '' : indent + line))
  return `${indent}"""${lines.join('\n').trimStart()}${text.endsWith('"') ? ' ' : ''}${text.includes('\n') ? `\n${indent}` : ''}"""`
}

function toSnake(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}
