// The common category of each category in the recordings, and of the sections of platform_a's site, written
// down independently of the service.
const expectedCategories = new Map([
  ['Politics', 'politics'],
  ['Elections', 'politics'],
  ['US-current-affairs', 'politics'],
  ['World', 'world'],
  ['Geopolitics', 'world'],
  ['Sports', 'sports'],
  ['Esports', 'sports'],
  ['Crypto', 'crypto'],
  ['Economics', 'economics'],
  ['Economy', 'economics'],
  ['Companies', 'finance'],
  ['Financials', 'finance'],
  ['Finance', 'finance'],
  ['Business', 'finance'],
  ['Earnings', 'finance'],
  ['Climate and Weather', 'climate'],
  ['Weather', 'climate'],
  ['Science and Technology', 'science'],
  ['Science', 'science'],
  ['Tech', 'science'],
  ['Entertainment', 'culture'],
  ['Social', 'culture'],
  ['Culture', 'culture'],
  ['Pop Culture', 'culture'],
  ['Health', 'health'],
  ['Mentions', 'mentions'],
  ['Education', 'other'],
  ['Transportation', 'other'],
])

/** `none`: what is expected if the platform states no category. */
export function expectCategory<None>(native: unknown, none: None): string | None {
  if (native === null || native === undefined) return none
  const category = typeof native === 'string' ? expectedCategories.get(native) : undefined
  if (category === undefined) throw new Error(`no expected category for ${JSON.stringify(native)}`)
  return category
}

/** The categories that tags can stand for: platform_a's follow from tags where it states none. */
export function categoriesOfTags(tags: readonly string[]): readonly string[] {
  const names = new Set(tags.map((tag) => tag.toLowerCase()))
  return [...expectedCategories.keys()].filter((name) => names.has(name.toLowerCase()))
}
