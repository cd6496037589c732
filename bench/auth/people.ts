import { join } from 'node:path'
import { openAppStore } from '#store/app/open.ts'

/** What opens an account: a sign-in and a key. */
export interface Opened {
  cookies: string[]
  keys: string[]
}

/** Makes users with a sign-in and a key each, in the data folder of a product that does not run. @returns what opens the last ones */
export async function makePeople(
  dataFolder: string,
  { from, to, wanted }: { from: number; to: number; wanted: number },
): Promise<Opened> {
  const { installation, close } = await openAppStore({ file: join(dataFolder, 'noisefloor.db') })
  const { accounts } = installation
  const opened: Opened = { cookies: [], keys: [] }
  const now = Date.now()
  for (let at = from; at < to; at += 1) {
    const made = await accounts.create({
      email: `user${at}@example.org`,
      emailVerified: true,
      password: '',
      profile: { firstName: 'User', lastName: String(at) },
      offering: 'enterprise',
      into: { newWorkspace: `Workspace ${at}`, publish: false },
      now,
    })
    const { secret } = await accounts.signIns.begin({ user: made?.id ?? '', address: '', agent: '', now })
    const key = await installation.keys.create({ workspace: made?.activeWorkspace ?? '', now })
    if (at < to - wanted) continue
    opened.cookies.push(`noisefloor-session=${secret}`)
    opened.keys.push(key.secret)
  }
  await close()
  return opened
}
