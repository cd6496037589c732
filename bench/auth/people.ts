import { join } from 'node:path'
import { openAppStore } from '#store/app/open.ts'

/** Makes users with a sign-in each, in the data folder of a product that does not run. @returns the cookies of the last ones */
export async function makePeople(
  dataFolder: string,
  { from, to, wanted }: { from: number; to: number; wanted: number },
): Promise<string[]> {
  const { installation, close } = await openAppStore({ file: join(dataFolder, 'noisefloor.db') })
  const { accounts } = installation
  const cookies: string[] = []
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
    if (at >= to - wanted) cookies.push(`noisefloor-session=${secret}`)
  }
  await close()
  return cookies
}
