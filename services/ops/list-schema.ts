// JSON schema of the lists that operator commands read: from the admin port, and from files.

/**
 * Returns the schema of an array of objects that have at least these properties. `properties` has the schemas by name.
 */
export const toListSchema = (properties: Readonly<Record<string, object>>) => ({
  type: 'array',
  items: { type: 'object', required: Object.keys(properties), properties },
})
