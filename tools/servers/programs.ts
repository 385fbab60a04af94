// Checks which programs are installed on this machine.
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

export function isOnPath(program: string): boolean {
  return (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return folder !== ''
    } catch {
      return false
    }
  })
}
