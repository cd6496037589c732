/**
 * C0 but tab and line ends, and DEL (RFC 20): U+0000 may not stand in HTML at all (HTML 13.2.2), and no query, address
 * or name holds any of them.
 */
// oxlint-disable-next-line no-control-regex
const control = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/

export const holdsControl = (text: string): boolean => control.test(text)

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

/** Whether a page is asked for with a control character in its path or its parameters. */
export const asksWithControl = ({ pathname, searchParams }: URL): boolean =>
  holdsControl(decoded(pathname)) || [...searchParams].flat().some(holdsControl)
