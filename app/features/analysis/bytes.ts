const units = ['bytes', 'kB', 'MB', 'GB'] as const

/** "1 byte", "640 bytes", "1.2 MB": thousands, as limits of sizes are counted. */
export function sizeText(bytes: number): string {
  if (bytes === 1) return '1 byte'
  let size = bytes
  let unit = 0
  // What would be rounded up to the next unit is told in it.
  while (size >= (unit === 0 ? 1000 : 999.95) && unit < units.length - 1) {
    size /= 1000
    unit += 1
  }
  return `${unit === 0 ? size : Number(size.toFixed(1))} ${units[unit]}`
}
