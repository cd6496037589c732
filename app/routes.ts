import { index, type RouteConfig, route } from '@react-router/dev/routes'
import { pages, redirects } from './routes/table.ts'

const built = pages.flatMap(({ path, module }) =>
  module === undefined ? [] : [path === '/' ? index(module) : route(path.slice(1), module)],
)

export default [
  ...built,
  ...redirects.map(({ path, module }) => route(path.slice(1), module)),
  // Everything else is answered by the guards: a redirect of an old address, or 404.
  route('*', 'routes/not-found.tsx'),
] satisfies RouteConfig
