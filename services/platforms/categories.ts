// One vocabulary for the categories of all platforms. To add a category of a platform, add its name to the
// line of the common category.
const namesOfPlatforms = {
  politics: ['Politics', 'Elections', 'US-current-affairs', 'US Politics', 'Global Politics'],
  world: ['World', 'Geopolitics', 'Ukraine & Russia'],
  sports: ['Sports', 'Esports', 'NBA Playoffs', 'Olympics', 'Chess', 'Poker'],
  crypto: ['Crypto', 'NFTs'],
  economics: ['Economics', 'Economy'],
  finance: ['Financials', 'Finance', 'Companies', 'Business', 'Earnings', 'Commodities'],
  climate: ['Climate and Weather', 'Climate', 'Weather'],
  science: ['Science and Technology', 'Science', 'Tech', 'Technology', 'AI', 'Space'],
  culture: ['Entertainment', 'Culture', 'Pop Culture', 'Pop-Culture', 'Social', 'Art'],
  health: ['Health', 'Coronavirus'],
  mentions: ['Mentions'],
  other: ['Education', 'Transportation', 'Exotics'],
} as const

export type Category = keyof typeof namesOfPlatforms

/** By name in lower case. */
const categories = new Map<string, Category>(
  Object.entries(namesOfPlatforms).flatMap(([category, names]) =>
    [category, ...names].map((name) => [name.toLowerCase(), category as Category] as const),
  ),
)

/** Returns the common category of a platform's category: `other` if it is not in the list, null if there is none. */
export function toCategory(platformCategory: string): Category
export function toCategory(platformCategory: string | null): Category | null
export function toCategory(platformCategory: string | null): Category | null {
  if (platformCategory === null) return null
  return categories.get(platformCategory.trim().toLowerCase()) ?? 'other'
}

/** Returns an SQL expression for the common category of a platform's category, a Nullable(String). */
export function commonCategorySql(platformCategory: string): string {
  const list = (texts: Iterable<string>): string =>
    `[${[...texts].map((text) => `'${text}'`).join(', ')}]`
  const name = `assumeNotNull(lowerUTF8(trim(${platformCategory})))`
  return `if(isNull(${platformCategory}), NULL, transform(${name}, ${list(categories.keys())}, ${list(categories.values())}, 'other'))`
}
