/** Both ends of a rehearsed conversation: addresses for documentation (RFC 5737), which nobody has. */
export const scanner = { source: '192.0.2.1', sourcePort: 40_000, destination: '198.51.100.1' } as const
