const quote = 0x22
const backslash = 0x5c
const [openArray, closeArray, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d]

/** Whether more than so many arrays and objects of a JSON text (RFC 8259) stand deeper than so many levels, without reading it. */
export function nestsDeeper(json: Uint8Array, levels: number, many = 0): boolean {
  let depth = 0
  let deep = 0
  let isText = false
  for (let at = 0; at < json.length; at++) {
    const byte = json[at]
    if (isText) {
      // What an escape stands before ends no text.
      if (byte === backslash) at++
      else if (byte === quote) isText = false
    } else if (byte === quote) isText = true
    else if (byte === openArray || byte === openObject) {
      if (++depth > levels && ++deep > many) return true
    } else if (byte === closeArray || byte === closeObject) depth--
  }
  return false
}
