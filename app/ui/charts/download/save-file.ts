/** "chart_ips-per-day_20261126T002400Z.csv" */
export function fileName(name: string, ending: string, at = new Date()): string {
  const slug = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60)
  const moment = `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
  return `chart_${slug}_${moment}.${ending}`
}

/** Hands a file to the browser, which puts it where downloads go. */
export function saveFile(name: string, file: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  // The browser has taken the file over once it has begun to write it.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
