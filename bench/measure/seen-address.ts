import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'

const page = z.object({ data: z.array(z.object({ ip: z.string() })) })

/** One that the demo's sensors saw; its sessions are tagged some seconds after they are loaded. */
export async function seenAddress({ url, key }: { url: URL | string; key: string }): Promise<string> {
  for (let left = 60; left > 0; left -= 1) {
    const answer = await fetch(new URL('/v3/gnql?query=tags:Mirai&size=1', url), { headers: { key } })
    const { data } = page.parse(await answer.json())
    if (data[0]) return data[0].ip
    await setTimeout(1000)
  }
  throw new Error('No address of the demo is tagged.')
}
