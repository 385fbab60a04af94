// Handles parameters that an operation does not have. They have no effect, and the response names them, so that
// nobody mistakes an answer without a filter for a filtered one. A name that resembles the name of a parameter
// is an error.
import { closestMatch } from 'leven'
import type { ErrorDetail } from './errors.ts'

/** Maximum number of names in the header X-Ignored-Parameters, because a URL can have thousands. */
const maxNames = 20
const maxNameLength = 32
/**
 * Matches texts that look like names. The response repeats only these, because a client may have sent a secret in
 * place of a name.
 */
const nameLike = /^[a-z]+(?:[_.-][a-z]+)*$/i

/**
 * Returns the header X-Ignored-Parameters: the unknown names, separated by commas, with `?` in place of a text
 * that does not look like a name.
 */
export function ignoredParametersHeader(
  given: Iterable<string>,
  knownNames: readonly string[],
): Readonly<Record<string, string>> {
  const names = unknownNames(given, knownNames)
  if (names.length === 0) return {}
  const isShownInHeader = (name: string): boolean =>
    name.length <= maxNameLength && nameLike.test(name)
  const shown = new Set(names.map((name) => (isShownInHeader(name) ? name : '?')))
  return { 'X-Ignored-Parameters': [...shown].slice(0, maxNames).join(', ') }
}

/**
 * Returns an error for each unknown name that is one word of a known name, or differs from a known name only by
 * case or a few letters. `place`: where the names are, as in `loc`. `kind`: what the names stand for.
 */
export function misspellingErrors(
  givenNames: Iterable<string>,
  known: readonly string[],
  place: readonly string[] = ['query'],
  kind: 'parameter' | 'field' = 'parameter',
): readonly ErrorDetail[] {
  return unknownNames(givenNames, known).flatMap((name) => {
    const intended = nearestName(name, known)
    if (intended === null) return []
    const msg = `Unknown ${kind}; did you mean ${intended}?`
    return [{ loc: [...place, name], msg, type: 'extra_forbidden' }]
  })
}

function unknownNames(given: Iterable<string>, known: readonly string[]): readonly string[] {
  // most requests have no unknown name, and need no set
  let unknown: Set<string> | null = null
  for (const name of given) if (!known.includes(name)) (unknown ??= new Set()).add(name)
  return unknown === null ? [] : [...unknown]
}

function nearestName(name: string, known: readonly string[]): string | null {
  if (name.length > maxNameLength) return null
  const [withWord, ...others] = known.filter((one) => one.split('_').includes(name))
  if (withWord !== undefined && others.length === 0) return withWord
  const nameOf = new Map(known.map((one) => [lettersOf(one), one]))
  const letters = lettersOf(name)
  // in a short name, a few different letters make another word, so fewer may differ
  const maxDistance = letters.length < 3 ? 0 : letters.length < 5 ? 1 : 2
  const nearest = closestMatch(letters, [...nameOf.keys()], { maxDistance })
  return nearest === undefined ? null : (nameOf.get(nearest) ?? null)
}

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}
