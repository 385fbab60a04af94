// Whether a topic's schema of today can follow an earlier one. A registry says no in words of its own;
// here the field is named, and fields that go are refused too: what was written with the older schema
// could still be read (all that a registry asks), but who reads with it would miss them.
import avsc from 'avsc'
import type { AvroType } from '../avro-type.ts'

const { ArrayType, EnumType, RecordType, UnwrappedUnionType } = avsc.types

/** What is wrong, a line for each field; empty: nothing. */
export function findClashes(before: AvroType, today: AvroType, path = ''): readonly string[] {
  if (before instanceof RecordType && today instanceof RecordType) {
    if (before.name !== today.name)
      return [`${path || 'the record'} was named ${before.name} and is ${today.name}`]
    return clashesOfFields(before, today, path)
  }
  if (before instanceof ArrayType && today instanceof ArrayType)
    return findClashes(before.itemsType, today.itemsType, `${path}[]`)
  if (before instanceof UnwrappedUnionType && today instanceof UnwrappedUnionType)
    return before.types.flatMap((branch) => {
      const same = today.types.find(({ branchName }) => branchName === branch.branchName)
      return same ? findClashes(branch, same, path) : clashOfTypes(branch, today, path)
    })
  if (today instanceof UnwrappedUnionType) {
    const same = today.types.find(({ branchName }) => branchName === before.branchName)
    if (same) return findClashes(before, same, path)
  }
  return clashOfTypes(before, today, path)
}

function clashesOfFields(
  before: InstanceType<typeof RecordType>,
  today: InstanceType<typeof RecordType>,
  path: string,
): readonly string[] {
  const inside = (name: string): string => (path ? `${path}.${name}` : name)
  const known = new Map(before.fields.map((field) => [field.name, field]))
  const clashes: string[] = []
  for (const { name, type } of before.fields) {
    const field = today.fields.find((f) => f.name === name)
    if (field) clashes.push(...findClashes(type, field.type, inside(name)))
    else clashes.push(`${inside(name)} is gone (a field that is renamed is one that is gone)`)
  }
  for (const field of today.fields)
    if (!known.has(field.name) && field.defaultValue() === undefined)
      clashes.push(`${inside(field.name)} is new and has no default`)
  return clashes
}

function clashOfTypes(before: AvroType, today: AvroType, path: string): readonly string[] {
  try {
    today.createResolver(before)
    return []
  } catch {
    const lost = lostSymbols(before, today)
    if (lost.length > 0) return [`${path} has lost the symbol ${lost.join(', ')}`]
    return [`${path || 'the value'} was ${wordFor(before)} and is ${wordFor(today)}`]
  }
}

function lostSymbols(before: AvroType, today: AvroType): readonly string[] {
  if (!(before instanceof EnumType && today instanceof EnumType)) return []
  return before.symbols.filter((symbol) => !today.symbols.includes(symbol))
}

function wordFor(type: AvroType): string {
  const schema = type.schema() as unknown
  return type.name ?? (typeof schema === 'string' ? schema : JSON.stringify(schema))
}
