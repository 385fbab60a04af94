// The code of a README as a program: its blocks of one language, pasted one after the other.
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../../support/source-files.ts'

/** `url`: takes the place of the address in the README. */
export async function readProgram(readme: string, language: string, url: string): Promise<string> {
  const text = await readFile(join(root, readme), 'utf8')
  const blocks = [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)]
  const code = blocks.flatMap(([, name, block = '']) => (name === language ? [block] : []))
  if (code.length === 0) throw new Error(`${readme} has no code in ${language}`)
  return code.join('\n').replaceAll('http://127.0.0.1:8080', url)
}

/** Returns what the program prints; throws with it if the program fails. */
export async function run(
  program: string,
  args: readonly string[],
  options: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): Promise<string> {
  const env = { ...process.env, ...options.env }
  try {
    const { stdout } = await promisify(execFile)(program, args, {
      cwd: options.cwd,
      env,
      maxBuffer: 2 ** 26,
    })
    return stdout
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & Record<string, string>
    throw new Error(`${program} failed: ${message}\n${stdout}\n${stderr}`.slice(0, 8000), {
      cause: error,
    })
  }
}
