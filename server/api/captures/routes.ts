import type { App, AppDeps } from '../../http/app-deps.ts'
import { captureKinds } from './kind.ts'
import { uploadRoute } from './upload.ts'

export function captureRoutes(app: App, appDeps: AppDeps): void {
  uploadRoute(app, appDeps)
  captureKinds(app, appDeps)
}
