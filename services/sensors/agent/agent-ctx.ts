import type { Sensor } from '#store/app/sensors/sensor.ts'
import type { WorkspaceStore } from '#store/app/workspace.ts'
import type { Deps } from '../../context.ts'

type Shared = Pick<
  Deps,
  | 'spool'
  | 'files'
  | 'dissection'
  | 'enrich'
  | 'clock'
  | 'log'
  | 'profiles'
  | 'sensorFiles'
  | 'relay'
  | 'limits'
>

/**
 * What calls of an agent are made of: its own sensor and what its workspace keeps. Nothing else can be reached by a sensor's token,
 * and every verb of this folder acts on `sensor` alone.
 */
export interface AgentCtx extends Shared {
  sensor: Sensor
  workspace: WorkspaceStore
  /** Whether its workspace feeds the global records. */
  publishes: boolean
  nextChange(signal: AbortSignal): Promise<void>
  /** Writes down a change that the sensor made itself. */
  record(act: string): Promise<void>
}

export async function agentCtx(
  deps: Shared & Pick<Deps, 'installation'>,
  sensor: Sensor,
  address: string,
): Promise<AgentCtx> {
  const { installation, spool, files, dissection, enrich, clock, log, profiles, sensorFiles, relay, limits } =
    deps
  const workspace = await installation.workspaces.get(sensor.workspace)
  return {
    spool,
    files,
    dissection,
    enrich,
    clock,
    log,
    profiles,
    sensorFiles,
    relay,
    limits,
    sensor,
    workspace: installation.workspace(sensor.workspace),
    publishes: workspace?.publish ?? false,
    nextChange: (signal) => installation.sensors.nextChange(sensor.id, signal),
    record: (act) =>
      installation.accounts.record({
        workspace: sensor.workspace,
        actor: `sensor ${sensor.id}`,
        act,
        subject: `sensor ${sensor.name}`,
        before: '',
        after: '',
        address,
        at: clock(),
      }),
  }
}
