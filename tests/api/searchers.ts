import type { Offering } from '#model/account/offering.ts'
import type { Inside } from '../product/inside.ts'

/** What `/api/searches` tells. */
interface Use {
  usage: number
  limit: number | null
  usage_reset: string
  types: string[]
}
/** How a browser asks for a page. */
export const html = {
  accept: 'text/html',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
}

/** Whoever searches at a server behind a proxy, each from another address. */
export function searchersAt(inside: () => Inside) {
  /** Somebody at an address, or with what opens an account. */
  const from = (headers: Record<string, string>) => {
    const ask = (path: string, more: RequestInit = {}) =>
      fetch(new URL(path, inside().url), {
        redirect: 'manual',
        ...more,
        headers: { ...headers, ...more.headers },
      })
    const use = async () => (await (await ask('/api/searches')).json()) as Use
    return { ask, use }
  }
  let hosts = 0
  const visitor = () => from({ 'x-forwarded-for': `198.51.100.${(hosts += 1)}` })
  let users = 0
  async function user(offering: Offering, email = `user${(users += 1)}@example.org`) {
    const { accounts } = inside().deps.installation
    const now = inside().deps.clock()
    const made = await accounts.create({
      email,
      emailVerified: true,
      password: '',
      profile: { firstName: 'U', lastName: 'Ser' },
      offering,
      into: { newWorkspace: 'Own', publish: false },
      now,
    })
    const { secret } = await accounts.signIns.begin({ user: made?.id ?? '', address: '', agent: '', now })
    const { secret: key } = await inside().deps.installation.keys.create({
      workspace: made?.activeWorkspace ?? '',
      now,
    })
    return { ...from({ cookie: `noisefloor-session=${secret}`, origin: inside().url }), key }
  }

  return { from, visitor, user }
}
