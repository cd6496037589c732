/** Binds a value and returns how the SQL refers to it. */
export type Bind = (
  value: unknown,
  type: 'String' | 'Array(String)' | 'Float64' | 'UInt8' | 'UInt32' | 'IPv6' | 'Array(IPv6)',
) => string
