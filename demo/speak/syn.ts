import type { SynShape } from '../exchange.ts'

const option = {
  mss: (size: number) => [2, 4, size >> 8, size & 0xff],
  sackPermitted: [4, 2],
  timestamps: [8, 10, 0, 1, 2, 3, 0, 0, 0, 0],
  noOperation: [1],
  windowScale: (shift: number) => [3, 3, shift],
}

/** SYNs of the stacks and tools the demo plays. */
export const syn = {
  linux: {
    window: 64_240,
    options: Uint8Array.of(
      ...option.mss(1460),
      ...option.sackPermitted,
      ...option.timestamps,
      ...option.noOperation,
      ...option.windowScale(7),
    ),
  },
  windows: {
    window: 64_240,
    options: Uint8Array.of(...option.mss(1460), 1, ...option.windowScale(8), 1, 1, ...option.sackPermitted),
  },
  /** Stateless scanners send bare SYNs. */
  masscan: { window: 1024, options: new Uint8Array() },
  zmap: { window: 65_535, options: new Uint8Array() },
  mirai: { window: 5840, options: new Uint8Array(), sequence: 'destination' },
  nmap: { window: 1024, options: Uint8Array.of(...option.mss(1460)) },
} as const satisfies Record<string, SynShape>
