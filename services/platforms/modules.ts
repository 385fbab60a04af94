// The modules of all platforms: sources, mappers, base URLs. Code that needs more of each platform than its
// name iterates over this list. Only the processes that import this file load the modules.
import { checkModules, type PlatformModule } from './module.ts'
import { registry } from './registry.ts'

const modules: PlatformModule[] = []
// One after the other: jest cannot load two modules at once that share an import.
for (const { identity, loadModule } of registry)
  modules.push({ name: identity.name, ...(await loadModule()).parts })

checkModules(modules)

export const platforms: readonly PlatformModule[] = modules
