import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { fillOnceARun } from '#store/testing/once.ts'

const script = fileURLToPath(new URL('../../scripts/build-sensor.mjs', import.meta.url))

/** The agent as other hosts get it, below `folder`: built once in a run. */
export async function builtAgent(folder: string): Promise<string> {
  const to = join(folder, 'built')
  await fillOnceARun('sensor-agent', to, async (making) => {
    await promisify(execFile)(process.execPath, [script, making])
  })
  return join(to, 'agent.mjs')
}
