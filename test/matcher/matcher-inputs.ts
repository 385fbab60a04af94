// Matcher inputs for tests, with common defaults.
import type { MatcherInput } from '../../services/matcher/matcher-input.ts'

export function matcherInputA(
  fields: Partial<MatcherInput> & { readonly nativeId: string; readonly title: string },
): MatcherInput {
  return {
    id: `pa_${fields.nativeId}`,
    platform: 'platform_a',
    eventNativeId: '1',
    subtitle: null,
    eventTitle: fields.title,
    outcomes: ['Yes', 'No'],
    day: null,
    deadline: '2026-05-31',
    ...fields,
  }
}

export function matcherInputB(
  fields: Partial<MatcherInput> & {
    readonly nativeId: string
    readonly eventNativeId: string
    readonly title: string
  },
): MatcherInput {
  return {
    id: `pb_${fields.nativeId}`,
    platform: 'platform_b',
    subtitle: null,
    eventTitle: fields.title,
    outcomes: ['Yes', 'No'],
    day: null,
    deadline: '2026-05-31',
    ...fields,
  }
}
