// The generated files of the clients, by path. schemas/generate.ts writes and checks them.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { describeApi } from '../services/api/api.ts'
import { toModel, type Document } from './generate/document.ts'
import { toPythonFiles } from './generate/python.ts'
import { toTypeScriptFiles } from './generate/typescript.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

export async function generateClientFiles(): Promise<readonly (readonly [string, string])[]> {
  const { version } = JSON.parse(await readFile(`${root}package.json`, 'utf8'))
  const model = toModel(JSON.parse(JSON.stringify(describeApi(version))) as Document)
  const typescript = 'clients/typescript/src/generated'
  const inFolder = (folder: string, files: Readonly<Record<string, string>>) =>
    Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text] as const)
  return [
    ...inFolder(typescript, await toTypeScriptFiles(model, `${root}${typescript}/types.ts`)),
    ...inFolder('clients/python/oddslog', toPythonFiles(model)),
  ]
}
