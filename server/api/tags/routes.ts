import type { Names } from '#services/tags/autocomplete.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { autocompleteRoute } from './autocomplete.ts'
import { tagListRoutes } from './list.ts'
import { tagRoutesById } from './one.ts'

/** Static paths before `{id}`. */
export function tagRoutes(app: App, appDeps: AppDeps, names: () => Promise<Names>): void {
  autocompleteRoute(app, names)
  tagListRoutes(app, appDeps)
  tagRoutesById(app, appDeps)
}
