// Generates clients from an OpenAPI document and makes calls with them: Java with openapi-generator, Python
// with openapi-python-client, TypeScript with openapi-typescript and openapi-fetch.
import { execFile } from 'node:child_process'
import { readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { root } from '../../support/source-files.ts'
import type { Call } from './planned-calls.ts'

export interface Answer {
  readonly status: number
  readonly body: unknown
}

/** Makes the calls one after the other and returns the answers in this order. */
export type ClientProgram = (calls: readonly Call[]) => Promise<readonly Answer[]>

const drivers = join(root, 'test/api/clients')

async function run(program: string, args: readonly string[], cwd: string): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, args, { cwd, maxBuffer: 2 ** 26 })
    return stdout
  } catch (error) {
    const { stdout = '', stderr = '', message } = error as Error & Record<string, string>
    const text = `${stdout}\n${stderr}`.trim()
    throw new Error(`${program} failed: ${(text || message).slice(-4000)}`, { cause: error })
  }
}

function toAnswers(output: string): readonly Answer[] {
  const lines = output.split('\n').filter((line) => line.startsWith('{'))
  return lines.map((line) => JSON.parse(line) as Answer)
}

async function writePlan(folder: string, calls: readonly Call[]): Promise<string> {
  const path = join(folder, 'plan.json')
  await writeFile(path, JSON.stringify(calls))
  return path
}

/** `folder` is empty, except for the document. `jars`: the class path of the generator and of its clients. */
export async function generateJavaClient(
  folder: string,
  document: string,
  jars: string,
): Promise<ClientProgram> {
  const skipped = ['apiTests', 'modelTests', 'apiDocs', 'modelDocs'].map((part) => `${part}=false`)
  const generator = ['-cp', jars, 'org.openapitools.codegen.OpenAPIGenerator', 'generate']
  const source = ['-i', document, '-g', 'java', '--library', 'native', '-o', folder]
  const properties =
    '--additional-properties=hideGenerationTimestamp=true,useJakartaEe=true,containerDefaultToNull=true'
  const parts = ['--global-property', ['apis', 'models', 'supportingFiles', ...skipped].join(',')]
  await run('java', [...generator, ...source, properties, ...parts], folder)
  const sources = join(folder, 'src/main/java')
  const names = await readdir(sources, { recursive: true })
  const files = names.filter((name) => name.endsWith('.java')).map((name) => join(sources, name))
  const classes = join(folder, 'classes')
  const options = ['-parameters', '-nowarn', '-proc:none', '-cp', jars, '-d', classes]
  await run('javac', [...options, ...files, join(drivers, 'Calls.java')], folder)
  return async (calls) => {
    const plan = await writePlan(folder, calls)
    return toAnswers(await run('java', ['-cp', `${classes}:${jars}`, 'Calls', plan], folder))
  }
}

/** `python`: an interpreter that has the packages. */
export async function generatePythonClient(
  folder: string,
  document: string,
  python: string,
): Promise<ClientProgram> {
  const config = join(folder, 'config.json')
  await writeFile(config, '{"post_hooks": []}')
  const options = ['--meta', 'none', '--config', config, '--fail-on-warning']
  const output = ['--output-path', join(folder, 'oddslog_client')]
  const generate = ['-m', 'openapi_python_client', 'generate', '--path', document]
  await run(python, [...generate, ...options, ...output], folder)
  const driver = `import sys, runpy; sys.path.insert(0, ${JSON.stringify(folder)}); sys.argv[:] = sys.argv[1:]; runpy.run_path(sys.argv[0], run_name="__main__")`
  return async (calls) => {
    const plan = await writePlan(folder, calls)
    return toAnswers(await run(python, ['-c', driver, join(drivers, 'calls.py'), plan], folder))
  }
}

/** `modules`: a folder node_modules with openapi-typescript, openapi-fetch and typescript. */
export async function generateTypeScriptClient(
  folder: string,
  document: string,
  modules: string,
): Promise<ClientProgram> {
  await symlink(modules, join(folder, 'node_modules'))
  await writeFile(join(folder, 'package.json'), '{"type": "module"}')
  const generator = join(modules, 'openapi-typescript/bin/cli.js')
  await run(process.execPath, [generator, document, '-o', join(folder, 'api.d.ts')], folder)
  return async (calls) => {
    const program = join(folder, 'calls.ts')
    await writeFile(program, toTypeScript(calls))
    const options = '--strict --target es2022 --module nodenext --skipLibCheck'.split(' ')
    const output = ['--outDir', join(folder, 'out')]
    const compiler = join(modules, 'typescript/bin/tsc')
    await run(process.execPath, [compiler, ...options, ...output, program], folder)
    return toAnswers(await run(process.execPath, [join(folder, 'out/calls.js')], folder))
  }
}

/** The calls as a customer would write them, so that the compiler checks their types. */
function toTypeScript(calls: readonly Call[]): string {
  const text = (value: unknown): string => JSON.stringify(value)
  const lines = calls.map(({ url, headers, method, template, path, query, header, body }) => {
    // the types do not allow an empty object where there are no parameters
    const places = Object.entries({ path, query, header })
    const filled = places.filter(([, values]) => Object.keys(values).length > 0)
    const params = `params: ${text(Object.fromEntries(filled))}`
    const options = `{ ${params}${body === null ? '' : `, body: ${text(body)}`} }`
    const client = `createClient<paths>({ baseUrl: ${text(url)}, headers: ${text(headers)} })`
    return `await show(${client}.${method.toUpperCase()}(${text(template)}, ${options}))`
  })
  return `import createClient from 'openapi-fetch'
import type { components, paths } from './api.js'

declare const process: { stdout: { write(text: string): void } }

interface Result {
  data?: unknown
  error?: components['schemas']['ErrorBody']
  response: Response
}

async function show(result: Promise<Result>): Promise<void> {
  const { data, error, response } = await result
  const body = (data ?? error) || null // openapi-fetch returns an empty text where there is no body
  process.stdout.write(JSON.stringify({ status: response.status, body }) + '\\n')
}

${lines.join('\n')}
`
}
