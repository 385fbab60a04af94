// Handles parameters that an operation does not have. They have no effect, and the response names them, so that nobody
// mistakes an unfiltered answer for a filtered one. An unknown name that resembles the name of a parameter is an error.
import { closestMatch } from 'leven'
import type { ErrorDetail } from './errors.ts'

/** Maximum number of names in the header X-Ignored-Parameters, because a URL can have thousands. */
const maxNames = 20
const maxNameLength = 32
/**
 * Matches texts that look like names. The response repeats only such texts, because a client may have sent a secret in
 * place of a name.
 */
const nameLike = /^[a-z]+(?:[_.-][a-z]+)*$/i

/**
 * Returns the header X-Ignored-Parameters: the unknown names, separated by commas, with `?` in place of a text
 * that does not look like a name.
 */
export function ignoredParametersHeader(
  givenNames: Iterable<string>,
  knownNames: readonly string[],
): Readonly<Record<string, string>> {
  const names = findUnknownNames(givenNames, knownNames)
  if (names.length === 0) return {}
  const isShownInHeader = (name: string): boolean =>
    name.length <= maxNameLength && nameLike.test(name)
  const shown = new Set(names.map((name) => (isShownInHeader(name) ? name : '?')))
  return { 'X-Ignored-Parameters': [...shown].slice(0, maxNames).join(', ') }
}

/**
 * Returns an error for each unknown name that is one word of a known name, or differs from a known name only by
 * case or a few letters. `location`: where the names are, as in `loc`. `kind`: what the names stand for.
 */
export function findMisspellingErrors(
  givenNames: Iterable<string>,
  knownNames: readonly string[],
  location: readonly string[] = ['query'],
  kind: 'parameter' | 'field' = 'parameter',
): readonly ErrorDetail[] {
  return findUnknownNames(givenNames, knownNames).flatMap((name) => {
    const intended = findNearestName(name, knownNames)
    if (intended === null) return []
    const msg = `Unknown ${kind}; did you mean ${intended}?`
    return [{ loc: [...location, name], msg, type: 'extra_forbidden' }]
  })
}

function findUnknownNames(
  givenNames: Iterable<string>,
  knownNames: readonly string[],
): readonly string[] {
  // the set is created only when needed, because most requests have no unknown name
  let unknown: Set<string> | null = null
  for (const name of givenNames) if (!knownNames.includes(name)) (unknown ??= new Set()).add(name)
  return unknown === null ? [] : [...unknown]
}

function findNearestName(name: string, knownNames: readonly string[]): string | null {
  if (name.length > maxNameLength) return null
  const [withWord, ...others] = knownNames.filter((one) => one.split('_').includes(name))
  if (withWord !== undefined && others.length === 0) return withWord
  const nameOf = new Map(knownNames.map((one) => [lettersOf(one), one]))
  const letters = lettersOf(name)
  // in a short name, fewer letters may differ, because a few different letters make another word
  const maxDistance = letters.length < 3 ? 0 : letters.length < 5 ? 1 : 2
  const nearest = closestMatch(letters, [...nameOf.keys()], { maxDistance })
  return nearest === undefined ? null : (nameOf.get(nearest) ?? null)
}

function lettersOf(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}
