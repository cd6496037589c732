import type { WorkspaceStore } from '#store/app/workspace.ts'

/** Sensors that count against the plan: those that have not ended. */
export const sensorsKept = async ({ sensors }: Pick<WorkspaceStore, 'sensors'>): Promise<number> =>
  (await sensors.list()).filter(({ sensor }) => sensor.ended === null).length
