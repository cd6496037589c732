import type { Autocomplete } from '#model/query.ts'
import type { App, AppDeps } from '../../http/parts.ts'
import { autocompleteRoute } from './autocomplete.ts'
import { tagListRoutes } from './list.ts'
import { tagRoutesById } from './one.ts'

/** Static paths before `{id}`. */
export function tagRoutes(app: App, parts: AppDeps, names: () => Promise<Autocomplete>): void {
  autocompleteRoute(app, names)
  tagListRoutes(app, parts)
  tagRoutesById(app, parts)
}
