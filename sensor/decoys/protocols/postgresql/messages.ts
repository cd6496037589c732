/** A message of the PostgreSQL protocol: a letter, the length with itself, the content. */
export const message = (letter: string, ...parts: readonly (Uint8Array | string)[]): Buffer => {
  const content = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(`${part}\0`) : part)),
  )
  const head = Buffer.alloc(5)
  head.write(letter, 'latin1')
  head.writeUInt32BE(content.length + 4, 1)
  return Buffer.concat([head, content])
}

export const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32BE(value)
  return bytes
}
export const int16 = (value: number): Buffer => {
  const bytes = Buffer.alloc(2)
  bytes.writeInt16BE(value)
  return bytes
}

export const ready = message('Z', Buffer.from('I'))

export const problem = (severity: string, code: string, text: string): Buffer =>
  message('E', `S${severity}`, `V${severity}`, `C${code}`, `M${text.slice(0, 500)}`, Buffer.from([0]))

const textType = 25

/** A result of text columns. */
export function resultMessages(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
  tag: string,
): Buffer {
  const described = columns.flatMap((name) => [
    name,
    Buffer.concat([int32(0), int16(0), int32(textType), int16(-1), int32(-1), int16(0)]),
  ])
  const sent = rows.map((row) =>
    message(
      'D',
      int16(row.length),
      ...row.map((text) => Buffer.concat([int32(Buffer.byteLength(text)), Buffer.from(text)])),
    ),
  )
  return Buffer.concat([message('T', int16(columns.length), ...described), ...sent, message('C', tag)])
}
