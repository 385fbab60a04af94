// Creates an account with an API key. Used by benchmarks of a service that prints no key.
import { randomBytes } from 'node:crypto'

/** `url`: of the api. Returns the API key. */
export async function signUp(url: string): Promise<string> {
  const answer = await fetch(`${url}/v1/auth/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: 'bench@example.com',
      password: randomBytes(32).toString('hex'),
    }),
  })
  if (!answer.ok) throw new Error(`signing up was answered with ${answer.status}`)
  return ((await answer.json()) as { readonly api_key: string }).api_key
}
