// Requests that contain secrets wherever a client can put one, generated from /openapi.json: every path
// and method, valid and invalid.

export interface SecretRequest {
  readonly method: string
  /** With the query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

export interface Credentials {
  readonly apiKey: string
  readonly token: string
}

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface Operation {
  readonly parameters: readonly { readonly name: string; readonly in: string }[]
  readonly requestBody?: object
}

const json = { 'Content-Type': 'application/json' }
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const maxBytes = 16 * 1024

/**
 * For one secret. `ids`: what stands in a path so that something is found. `good`: opens every door,
 * so that what lies behind it sees the secret too.
 */
export function requestsWith(
  secret: string,
  openApi: unknown,
  ids: Readonly<Record<string, string>>,
  good: Credentials,
): SecretRequest[] {
  const { paths } = openApi as OpenApi
  const opening = { 'X-API-Key': good.apiKey, Authorization: `Bearer ${good.token}` }
  // and an unknown path
  const all: OpenApi['paths'] = { ...paths, '/v1/{nothing}': {} }
  return Object.entries(all).flatMap(([pattern, operations]) => {
    const path = fill(pattern, ids)
    const ask = (method: string, headers = {}, query = ''): SecretRequest => ({
      method,
      path: path + query,
      headers: { ...opening, ...headers },
    })
    return [
      ...methods.map((method) => ask(method, secretHeaders(secret))),
      ...methods.map((method) => ({ ...ask(method), path: fill(pattern, {}, secret) })),
      ...Object.entries(operations).flatMap(([name, operation]) => {
        const method = name.toUpperCase()
        return [
          ...credentialHeaders(secret).map((headers) => ask(method, headers)),
          ...queries(secret, operation).map((query) => ask(method, {}, query)),
          ...(operation.requestBody
            ? bodies(secret).map(({ body, headers }) => ({ ...ask(method, headers), body }))
            : []),
        ]
      }),
    ]
  })
}

function fill(pattern: string, ids: Readonly<Record<string, string>>, otherwise = 'x'): string {
  return pattern.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(ids[name] ?? otherwise),
  )
}

function secretHeaders(secret: string): Record<string, string> {
  return {
    'User-Agent': secret,
    Cookie: `session=${secret}`,
    Referer: `http://localhost/?key=${secret}`,
    Origin: `http://${secret}`,
    'X-Forwarded-For': secret,
    'If-None-Match': `"${secret}"`,
    'Accept-Encoding': secret,
    Accept: secret,
  }
}

function credentialHeaders(secret: string): Record<string, string>[] {
  return [
    { 'X-API-Key': secret },
    { 'X-API-Key': `${secret}, ${secret}` },
    { Authorization: `Bearer ${secret}` },
    { Authorization: `Basic ${Buffer.from(`user:${secret}`).toString('base64')}` },
    { Authorization: secret },
  ]
}

function queries(secret: string, { parameters }: Operation): string[] {
  const names = parameters.filter((p) => p.in === 'query').map(({ name }) => name)
  return [...names, 'api_key', 'X-API-Key', 'password', secret].map((name) => `?${name}=${secret}`)
}

function bodies(secret: string): { body: string | Buffer; headers?: Record<string, string> }[] {
  const good = JSON.stringify({ email: 'nobody@example.com', password: secret, label: 'a label' })
  const values: readonly unknown[] = [
    { email: 'nobody@example.com', password: secret },
    { email: secret, password: secret, label: ['x', secret] },
    { email: `${secret}@example`, password: { is: secret }, [secret]: secret },
    { email: 'nobody@example.com', password: secret.repeat(20), label: secret.repeat(20) },
    [secret],
    secret,
  ]
  return [
    ...values.map((value) => ({ body: JSON.stringify(value), headers: json })),
    { body: good.slice(0, -1), headers: json },
    { body: `${secret}${good}`, headers: json },
    { body: Buffer.concat([Buffer.from(secret), Buffer.from([0xff, 0xfe])]), headers: json },
    { body: good },
    { body: good, headers: { 'Content-Type': `text/${secret.toLowerCase().slice(0, 30)}` } },
    {
      body: `password=${secret}`,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    },
    { body: good, headers: { ...json, 'Content-Encoding': 'gzip' } },
    { body: JSON.stringify({ password: secret.repeat(maxBytes / 16) }), headers: json },
  ]
}
