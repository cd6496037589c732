/** Values of NTSTATUS (MS-ERREF §2.3.1) that are answered. */
export const status = {
  success: 0,
  moreProcessing: 0xc000_0016,
  notImplemented: 0xc000_0002,
  accessDenied: 0xc000_0022,
  logonFailure: 0xc000_006d,
  notSupported: 0xc000_00bb,
  badNetworkName: 0xc000_00cc,
  /** What PeekNamedPipe gets from a host without the update of MS17-010: worms ask for exactly this. */
  insufficientResources: 0xc000_0205,
} as const
