import type { App, AppDeps } from '../../http/parts.ts'
import { captureKinds } from './kind.ts'
import { uploadRoute } from './upload.ts'

export function captureRoutes(app: App, parts: AppDeps): void {
  uploadRoute(app, parts)
  captureKinds(app, parts)
}
