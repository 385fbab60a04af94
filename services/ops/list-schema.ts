// JSON schema of the lists that operator commands read: from the admin port, and from files.

/** An array of objects that have at least these properties, by name with their schemas. */
export const toListSchema = (properties: Readonly<Record<string, object>>) => ({
  type: 'array',
  items: { type: 'object', required: Object.keys(properties), properties },
})
