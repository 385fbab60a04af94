// Creates an account with an API key at a running api. Used by `npm run cluster` and by benchmarks.
import { randomUUID } from 'node:crypto'
import type { Signup } from '../schemas/generated/api.ts'

/** Returns the API key. */
export async function signUp(apiUrl: string): Promise<string> {
  const answer = await fetch(`${apiUrl}/v1/auth/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ email: `${randomUUID()}@example.com`, password: randomUUID() }),
  })
  if (answer.status !== 201) throw new Error(`signup: ${answer.status} ${await answer.text()}`)
  return ((await answer.json()) as Signup).api_key
}
