// All platforms of the service. Code that does something for each platform iterates over this list.
import { platformNames } from './identity.ts'
import { checkModules, type PlatformModule } from './module.ts'
import { platformA } from './platform-a/platform-a.ts'
import { platformB } from './platform-b/platform-b.ts'

export const platforms: readonly PlatformModule[] = [platformA, platformB]

checkModules(platforms, platformNames)
