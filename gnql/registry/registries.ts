import { ipRegistry } from './ip.ts'
import type { Catalogue, Registry } from './registry.ts'
import { sessionRegistry } from './sessions.ts'

export const registries: Readonly<Record<Catalogue, Registry>> = { ip: ipRegistry, session: sessionRegistry }
