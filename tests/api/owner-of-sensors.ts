import { expect } from 'vitest'
import { type Agent, agentAt, enrolling } from '../product/agent.ts'
import type { AccountBrowser } from './account-browser.ts'

/** What became of an install command, as its workspace is told. */
export interface Install {
  id: string
  command: string
  has_place: boolean
  sensor: string | null
  name: string | null
  is_heard: boolean
}

export const base = '/api/workspace/sensors'

/** Somebody who makes sensors of hosts and looks at them. */
export function ownerOfSensors(url: () => string, who: AccountBrowser) {
  const told = async <T = Record<string, unknown>>(path: string): Promise<T> => {
    const answer = await who.ask(path)
    expect([path, answer.status]).toEqual([path, 200])
    return (await answer.json()) as T
  }

  async function begun(profile?: string): Promise<Install & { token: string }> {
    const answer = await who.json(`${base}/installs`, 'POST', profile === undefined ? {} : { profile })
    expect(answer.status).toBe(200)
    const made = (await answer.json()) as Install
    return { ...made, token: /nfi_[\w-]{43}/.exec(made.command)?.[0] ?? '' }
  }

  /** A host that comes with a token. */
  const come = (token: string): Promise<Response> =>
    fetch(new URL('/api/sensor/enroll', url()), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(enrolling(token)),
    })

  async function enrolled(): Promise<{ id: string; agent: Agent; name: string }> {
    const { token } = await begun()
    const answer = await come(token)
    const { sensor_id: id, sensor_token, name } = (await answer.json()) as Record<string, string>
    return { id: id!, name: name!, agent: agentAt(url(), sensor_token!) }
  }

  return { told, begun, come, enrolled }
}
