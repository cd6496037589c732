import type { Context } from 'hono'
import { refuse } from '#model/errors.ts'
import type { App, AppDeps } from './app-deps.ts'
import type { Env } from './env.ts'

/** Pages that say something to everybody, besides those of tags and CVEs. */
const pages = [
  '/',
  '/tags',
  '/cves',
  '/trends/trending',
  '/trends/active',
  '/cheat-sheet',
  '/sources',
  '/vpat',
]

/** sitemaps.org: a file names at most so many addresses. */
const mostAddresses = 50_000

/** What search engines may read: nothing, unless the operator wants it (INDEXABLE). */
export function indexingRoutes(app: App, { indexable, publicUrls, deps, trailingSlash }: AppDeps): void {
  const base = (c: Context<Env>): string => (publicUrls[0] ?? new URL(c.req.url).origin).replace(/\/+$/, '')
  app.get('/robots.txt', (c) =>
    c.text(
      indexable
        ? `User-agent: *\nDisallow: /api/\nSitemap: ${base(c)}/sitemap.xml\n`
        : 'User-agent: *\nDisallow: /\n',
    ),
  )
  app.get('/sitemap.xml', (c) => {
    if (!indexable) throw refuse('not-found', 'There is no sitemap: this server is not to be indexed.')
    const tags = [...deps.tags.values()]
    const cves = new Set(tags.flatMap((tag) => tag.cves))
    const paths = [
      ...pages,
      ...tags.map(({ slug }) => `/tags/${encodeURIComponent(slug)}`),
      ...[...cves].map((cve) => `/cves/${encodeURIComponent(cve)}`),
    ]
    const slash = (path: string) => (trailingSlash && path !== '/' ? `${path}/` : path)
    const urls = paths
      .slice(0, mostAddresses)
      .map((path) => `<url><loc>${escaped(base(c) + slash(path))}</loc></url>`)
    c.header('content-type', 'application/xml; charset=utf-8')
    return c.body(
      `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`,
    )
  })
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
