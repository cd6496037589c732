export const scriptTypes = ['install', 'uninstall', 'container', 'cloud-init'] as const
export type ScriptType = (typeof scriptTypes)[number]

export interface Agent {
  bytes: Uint8Array<ArrayBuffer>
  /** Hex. */
  sha256: string
}

/** What the server has for agents (server/run/sensor-files.ts). */
export interface SensorFiles {
  /** The text of a template of `sensor/install`; null where this build has none. */
  template(type: ScriptType): Promise<string | null>
  /** A file of `sensor/install` that goes into an image as it is. */
  text(name: 'transporter.service' | 'transporter.md'): Promise<string>
  /** The agent as it was built last; null where this build has none. */
  agent(): Promise<Agent | null>
  /** Newer versions are signed by it: Ed25519, SPKI, base64. */
  updateKey: string
  /**
   * SHA-256 of the public key that the server has now, "sha256//…" as curl takes it; "" where a public authority vouches for its
   * certificate, or there is none.
   */
  pin(): string
  /** Ed25519 over `${version}\n${sha256}\n`, base64. */
  sign(version: string, sha256: string): string
}
