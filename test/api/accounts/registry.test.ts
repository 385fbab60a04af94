// The reducer of accounts, compared with a model that sees all changes at once; batches are repeated, and
// the topic has been compacted.
import fc from 'fast-check'
import { describe, expect, it } from '@jest/globals'
import type { DeveloperChange } from '../../../schemas/generated/events.ts'
import {
  toDeveloperRevokedRecord,
  toKeyCreatedRecord,
  toKeyRevokedRecord,
  toKeyUsedRecord,
  toSignedUpRecord,
  type ChangeRecord,
} from '../../../services/api/accounts/changes.ts'
import {
  createAccountRegistry,
  maxRevokedKeys,
  type ApiKey,
  type AccountRegistry,
} from '../../../services/api/accounts/registry.ts'

const developers = ['dev_0', 'dev_1', 'dev_2', 'dev_3']
const emails = ['a@x.org', 'b@x.org', 'c@x.org']
const keyNumbers = [0, 1, 2]
const keyIdOf = (developer: string, n: number): string => `${developer}-key_${n}`
const digestOf = (keyId: string): string => Buffer.from(keyId).toString('base64url')
const hashOf = (developer: string): Buffer => Buffer.from(`hash of ${developer}`)

interface Step {
  readonly kind: 'sign up' | 'create' | 'revoke key' | 'use' | 'revoke'
  readonly developer: string
  readonly email: string
  readonly n: number
  readonly atMs: number
  readonly usedAtMs: number
}

const steps = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom('sign up', 'create', 'create', 'revoke key', 'use', 'use', 'revoke'),
    developer: fc.constantFrom(...developers),
    email: fc.constantFrom(...emails),
    n: fc.constantFrom(...keyNumbers),
    atMs: fc.nat(1_000),
    usedAtMs: fc.nat(1_000),
  }),
  { maxLength: 60 },
)

function toRecord(step: Step): ChangeRecord {
  const of = { developerId: step.developer, atMs: step.atMs }
  const keyId = keyIdOf(step.developer, step.n)
  switch (step.kind) {
    case 'sign up':
      return toSignedUpRecord(of, step.email, hashOf(step.developer))
    case 'create':
      return toKeyCreatedRecord(of, {
        id: keyId,
        label: keyId,
        prefix: 'ol_',
        digest: digestOf(keyId),
      })
    case 'revoke key':
      return toKeyRevokedRecord(of, keyId)
    case 'use':
      return toKeyUsedRecord(of, keyId, step.usedAtMs)
    case 'revoke':
      return toDeveloperRevokedRecord(of, 'because')
  }
}

/** As processes append them: an account and a key begin once, and what they do comes after it. */
function toRecords(given: readonly Step[]): ChangeRecord[] {
  const begun = new Set<string>()
  return given.map(toRecord).filter(({ key, value }) => {
    const isFirst = !begun.has(key)
    const needs = value.key_created ? value.developer_id : key.replace(/\/(revoked\/.*|used)$/, '')
    if (!value.signed_up && !begun.has(needs)) return false
    if ((value.signed_up || value.key_created) && !isFirst) return false
    begun.add(key)
    return true
  })
}

/** The same question as the registry answers, asked of the whole list at once. */
function model(records: readonly ChangeRecord[]) {
  const all = records.map(({ value }) => value)
  const winners = all.filter(
    ({ signed_up: s }, i) => s && all.findIndex((c) => c.signed_up?.email === s.email) === i,
  )
  const accounts = winners.map(({ developer_id: id, signed_up: s }) => {
    const own = all.filter((c) => c.developer_id === id)
    const keys = own.flatMap(({ key_created: key, at_ms: createdAtMs }) => {
      if (!key) return []
      const uses = own.flatMap(({ key_used: u }) => (u?.key_id === key.key_id ? u.used_at_ms : []))
      return {
        id: key.key_id,
        developer: id,
        label: key.label,
        prefix: key.prefix,
        createdAtMs,
        lastUsedAtMs: uses.toSorted((a, b) => a - b).at(-1) ?? null,
        revokedAtMs: own.find((c) => c.key_revoked?.key_id === key.key_id)?.at_ms ?? null,
      }
    })
    return {
      id,
      email: s?.email,
      passwordHash: s?.password_hash.toString(),
      revokedAtMs: own.find((c) => c.revoked)?.at_ms ?? null,
      keys,
    }
  })
  return {
    size: accounts.length,
    byId: developers.map((id) => accounts.find((a) => a.id === id)),
    byEmail: emails.map((email) => accounts.find((a) => a.email === email)?.id),
    byDigest: everyKeyId.map((id) => accounts.flatMap((a) => a.keys).find((k) => k.id === id)),
  }
}

const everyKeyId = developers.flatMap((d) => keyNumbers.map((n) => keyIdOf(d, n)))

function shown(registry: AccountRegistry) {
  const showKey = (key: ApiKey) => {
    const { digest: _digest, ...rest } = key as ApiKey & { readonly digest: string }
    return { ...rest, developer: key.developer.id }
  }
  return {
    size: registry.size,
    byId: developers.map((id) => {
      const developer = registry.developerById(id)
      if (!developer) return undefined
      const { passwordHash, keys, ...rest } = developer
      return {
        ...rest,
        passwordHash: passwordHash.toString(),
        keys: [...keys.values()].map(showKey),
      }
    }),
    byEmail: emails.map((email) => registry.developerByEmail(email)?.id),
    byDigest: everyKeyId.map((id) => {
      const key = registry.keyByDigest(digestOf(id))
      return key && showKey(key)
    }),
  }
}

function folded(changes: readonly DeveloperChange[]): AccountRegistry {
  const registry = createAccountRegistry()
  for (const change of changes) registry.apply(change)
  return registry
}

const valuesOf = (records: readonly ChangeRecord[]): DeveloperChange[] =>
  records.map(({ value }) => value)

/** Keeps the newest record of each key; of the older ones those that `isKept` says, if it is not through yet. */
function compacted(
  records: readonly ChangeRecord[],
  isKept: (i: number) => boolean,
): ChangeRecord[] {
  return records.filter(
    ({ key }, i) => isKept(i) || !records.slice(i + 1).some((later) => later.key === key),
  )
}

describe('the registry', () => {
  it('equals the model', () => {
    fc.assert(
      fc.property(steps, (given) => {
        const records = toRecords(given)
        expect(shown(folded(valuesOf(records)))).toEqual(model(records))
      }),
      { numRuns: 500 },
    )
  })

  it('takes no notice of records that come again, from anywhere up to where it was', () => {
    const stumbles = fc.array(fc.record({ at: fc.nat(60), back: fc.nat(20) }), { maxLength: 5 })
    fc.assert(
      fc.property(steps, stumbles, (given, where) => {
        const records = toRecords(given)
        const registry = createAccountRegistry()
        const left = [...where]
        for (let i = 0; i < records.length; i += 1) {
          registry.apply((records[i] as ChangeRecord).value)
          const stumble = left.findIndex(({ at }) => at === i)
          if (stumble >= 0) i = Math.max(-1, i - (left.splice(stumble, 1)[0]?.back ?? 0))
        }
        expect(shown(registry)).toEqual(model(records))
      }),
      { numRuns: 500 },
    )
  })

  it('is the same after the whole topic twice', () => {
    fc.assert(
      fc.property(steps, (given) => {
        const values = valuesOf(toRecords(given))
        expect(shown(folded([...values, ...values]))).toEqual(shown(folded(values)))
      }),
    )
  })

  it('is the same from a compacted topic, however far compaction has come', () => {
    fc.assert(
      fc.property(
        steps,
        fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }),
        (given, kept) => {
          // a clock that does not go back: of uses, compaction keeps the last
          const records = toRecords(given.map((step, i) => ({ ...step, usedAtMs: i })))
          const some = compacted(records, (i) => kept[i] === true)
          const all = compacted(records, () => false)
          expect(shown(folded(valuesOf(some)))).toEqual(model(records))
          expect(shown(folded(valuesOf(all)))).toEqual(model(records))
        },
      ),
      { numRuns: 500 },
    )
  })

  it('gives an email to the first in the topic, and nothing to the second', () => {
    const first = { kind: 'sign up', email: 'a@x.org', n: 0, atMs: 9, usedAtMs: 0 } as const
    const records = [
      { ...first, developer: 'dev_1' },
      { ...first, developer: 'dev_0', atMs: 1 },
      { ...first, developer: 'dev_0', kind: 'create' as const },
      { ...first, developer: 'dev_1', kind: 'create' as const },
    ].map(toRecord)
    const registry = folded(valuesOf(records))
    expect(registry.developerByEmail('a@x.org')?.id).toBe('dev_1')
    expect(registry.developerById('dev_0')).toBeUndefined()
    expect(registry.keyByDigest(digestOf('dev_0-key_0'))).toBeUndefined()
    expect(registry.keyByDigest(digestOf('dev_1-key_0'))?.developer.id).toBe('dev_1')
  })

  it('knows no name of JavaScript', () => {
    const registry = createAccountRegistry()
    for (const name of ['__proto__', 'constructor', '', 'size'])
      expect([
        registry.developerById(name),
        registry.developerByEmail(name),
        registry.keyByDigest(name),
      ]).toEqual([undefined, undefined, undefined])
  })
})

describe('revoked keys', () => {
  const of = (atMs: number, developerId = 'dev_0') => ({ developerId, atMs })
  const create = (n: number) =>
    toKeyCreatedRecord(of(n), {
      id: `key_${n}`,
      label: 'a',
      prefix: 'ol_',
      digest: digestOf(`key_${n}`),
    })
  const signUp = toSignedUpRecord(of(0), 'a@x.org', hashOf('dev_0'))
  const idsIn = (registry: AccountRegistry): string[] => [
    ...(registry.developerById('dev_0')?.keys.keys() ?? []),
  ]

  it('are forgotten when others of the account were revoked since: the first ones first', () => {
    const count = maxRevokedKeys + 20
    const numbers = Array.from({ length: count }, (_, n) => n)
    const registry = folded(
      valuesOf([
        signUp,
        ...numbers.map(create),
        // the last one is revoked first, the first one never
        ...numbers.slice(1).map((n) => toKeyRevokedRecord(of(count - n), `key_${n}`)),
      ]),
    )
    const kept = numbers.slice(0, maxRevokedKeys + 1).map((n) => `key_${n}`)
    expect(idsIn(registry)).toEqual(kept)
    const known = numbers.filter((n) => registry.keyByDigest(digestOf(`key_${n}`)))
    expect(known).toEqual(numbers.slice(0, maxRevokedKeys + 1))
  })

  it('are forgotten when their time is over, in an account that is revoked, too', () => {
    const registry = folded(
      valuesOf([
        signUp,
        ...[1, 2, 3].map(create),
        toKeyRevokedRecord(of(10), 'key_1'),
        toKeyRevokedRecord(of(20), 'key_2'),
      ]),
    )
    registry.forgetRevokedKeys(20)
    expect(idsIn(registry)).toEqual(['key_2', 'key_3'])
    expect(registry.keyByDigest(digestOf('key_1'))).toBeUndefined()
    registry.apply(toDeveloperRevokedRecord(of(30), 'because').value)
    registry.forgetRevokedKeys(30)
    expect(idsIn(registry)).toEqual(['key_3'])
    registry.forgetRevokedKeys(31)
    expect(idsIn(registry)).toEqual([])
    expect(registry.developerByEmail('a@x.org')?.id).toBe('dev_0')
  })
})
