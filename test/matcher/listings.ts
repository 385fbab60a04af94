// Listings for tests of the matcher: what is not said is what most have.
import type { Listing } from '../../services/matcher/listing.ts'

export function listingA(
  fields: Partial<Listing> & { readonly nativeId: string; readonly title: string },
): Listing {
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

export function listingB(
  fields: Partial<Listing> & {
    readonly nativeId: string
    readonly eventNativeId: string
    readonly title: string
  },
): Listing {
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
