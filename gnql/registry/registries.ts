import { ipRegistry } from './ip.ts'
import type { FieldCatalogue, Registry } from './registry.ts'
import { sessionRegistry } from './sessions.ts'

export const registries: Readonly<Record<FieldCatalogue, Registry>> = {
  ip: ipRegistry,
  session: sessionRegistry,
}
