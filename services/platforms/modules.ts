// The modules of all platforms (sources, mappers, base URLs), for code that needs more of each platform than
// its name. A module is loaded only in processes that import this file.
import { checkModules, type PlatformModule } from './module.ts'
import { registry } from './registry.ts'

const modules: PlatformModule[] = []
// The modules are loaded one after the other, because jest cannot load two modules at the same time if both
// import a third one.
for (const { identity, loadModule } of registry)
  modules.push({ name: identity.name, ...(await loadModule()).parts })

checkModules(modules)

export const platforms: readonly PlatformModule[] = modules
