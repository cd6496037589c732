import { useRef } from 'react'
import { csvText, type CsvTable } from '../../csv.ts'
import { toast } from '../../toasts.tsx'
import { roomKept, useAlive } from '../../use-alive.ts'
import { fileName, saveFile } from './save-file.ts'

/**
 * Takes along what the nearest `data-chart` around it shows: its picture, and its numbers as they are. Without scripts the numbers are
 * read in the chart's table.
 */
export function ChartFiles({
  name,
  numbers,
}: {
  /** What the chart shows, for the name of the file and whoever hears the buttons. */
  name: string
  numbers: () => CsvTable
}) {
  const isAlive = useAlive()
  const place = useRef<HTMLSpanElement>(null)
  const draw = async () => {
    const chart = place.current?.closest('[data-chart]')
    if (!chart) return
    try {
      // Most readers never take a picture along.
      const { pictureOf } = await import('./picture.ts')
      saveFile(fileName(name, 'png'), await pictureOf(chart, name))
    } catch {
      toast('The browser could not make the picture')
    }
  }
  const write = () =>
    saveFile(fileName(name, 'csv'), new Blob([csvText(numbers())], { type: 'text/csv;charset=utf-8' }))
  return (
    <span ref={place} data-chart-files className={`chart-files chrome ${isAlive ? '' : roomKept}`}>
      <button type="button" aria-label={`${name} as CSV`} onClick={write}>
        CSV
      </button>
      <button type="button" aria-label={`${name} as PNG`} onClick={() => void draw()}>
        PNG
      </button>
    </span>
  )
}
