// Finds the fields by which a topic's schema is incompatible with an earlier version. A registry reports this
// without naming the field, and it permits removed fields, because the new schema can still read old values.
// Here removed fields are errors too, because consumers with the older schema would miss them. A renamed
// field must keep its old name as an alias.
import avsc from 'avsc'
import type { AvroType } from '../avro-type.ts'

const { ArrayType, EnumType, RecordType, UnwrappedUnionType } = avsc.types

type Field = InstanceType<typeof RecordType>['fields'][number]

/** Returns one line for each incompatible field; none if the schemas are compatible. */
export function findClashes(before: AvroType, current: AvroType, path = ''): readonly string[] {
  if (before instanceof RecordType && current instanceof RecordType) {
    if (before.name !== current.name)
      return [`${path || 'the record'} was named ${before.name} and is ${current.name}`]
    return findFieldClashes(before, current, path)
  }
  if (before instanceof ArrayType && current instanceof ArrayType)
    return findClashes(before.itemsType, current.itemsType, `${path}[]`)
  if (before instanceof UnwrappedUnionType && current instanceof UnwrappedUnionType)
    return before.types.flatMap((branch) => {
      const same = current.types.find(({ branchName }) => branchName === branch.branchName)
      return same ? findClashes(branch, same, path) : findTypeClashes(branch, current, path)
    })
  if (current instanceof UnwrappedUnionType) {
    const same = current.types.find(({ branchName }) => branchName === before.branchName)
    if (same) return findClashes(before, same, path)
  }
  return findTypeClashes(before, current, path)
}

function findFieldClashes(
  before: InstanceType<typeof RecordType>,
  current: InstanceType<typeof RecordType>,
  path: string,
): readonly string[] {
  const pathOf = (name: string): string => (path ? `${path}.${name}` : name)
  const hasNameOrAlias = (field: Field, name: string): boolean =>
    field.name === name || field.aliases.includes(name)
  const clashes: string[] = []
  for (const { name, type } of before.fields) {
    const field = current.fields.find((f) => hasNameOrAlias(f, name))
    if (field) clashes.push(...findClashes(type, field.type, pathOf(name)))
    else
      clashes.push(
        `${pathOf(name)} is gone (a field that is renamed needs its old name among its aliases)`,
      )
  }
  for (const field of current.fields)
    if (
      !before.fields.some(({ name }) => hasNameOrAlias(field, name)) &&
      field.defaultValue() === undefined
    )
      clashes.push(`${pathOf(field.name)} is new and has no default`)
  return clashes
}

function findTypeClashes(before: AvroType, current: AvroType, path: string): readonly string[] {
  try {
    current.createResolver(before)
    return []
  } catch {
    const lost = findRemovedSymbols(before, current)
    if (lost.length > 0) return [`${path} has lost the symbol ${lost.join(', ')}`]
    return [`${path || 'the value'} was ${nameOf(before)} and is ${nameOf(current)}`]
  }
}

function findRemovedSymbols(before: AvroType, current: AvroType): readonly string[] {
  if (!(before instanceof EnumType && current instanceof EnumType)) return []
  return before.symbols.filter((symbol) => !current.symbols.includes(symbol))
}

function nameOf(type: AvroType): string {
  const schema = type.schema() as unknown
  return type.name ?? (typeof schema === 'string' ? schema : JSON.stringify(schema))
}
