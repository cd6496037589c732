import { drawingsIn } from './drawings.ts'
import { marksIn, wordsIn } from './words.ts'

/** Pixels of the file for one of the page. */
const density = 2
const margin = 16
const line = 20

/**
 * The chart as it is on the page, also what has to be scrolled to, as a PNG with its name, and where and when it was taken.
 * @throws where the browser draws no such large picture
 */
export async function pictureOf(chart: Element, name: string): Promise<Blob> {
  const box = chart.getBoundingClientRect()
  const [drawings, words, marks] = [await drawingsIn(chart), wordsIn(chart), marksIn(chart)]
  const parts = [...drawings, ...words, ...marks]
  const right = Math.max(box.right, ...parts.map(({ x, width }) => x + width))
  const bottom = Math.max(...parts.map(({ y, height }) => y + height))
  const canvas = document.createElement('canvas')
  canvas.width = (right - box.left + 2 * margin) * density
  canvas.height = (bottom - box.top + 2 * margin + 2 * line) * density
  const pen = canvas.getContext('2d')
  if (!pen) throw new Error('No place to draw')
  const page = getComputedStyle(document.documentElement)
  const [paper, ink, quiet] = ['--surface', '--ink', '--ink-2'].map((token) => page.getPropertyValue(token))
  const family = getComputedStyle(document.body).fontFamily
  pen.scale(density, density)
  pen.fillStyle = paper ?? ''
  pen.fillRect(0, 0, canvas.width, canvas.height)
  pen.textBaseline = 'middle'
  const say = (text: string, y: number, font: string, colour = '') => {
    pen.font = font
    pen.fillStyle = colour
    pen.fillText(text, margin, y, right - box.left)
  }
  say(name, margin + line / 2 - 4, `600 14px ${family}`, ink)
  const taken = `${location.host}${decodeURI(location.pathname)}, ${new Date().toISOString().slice(0, 16).replace('T', ' ')} UTC`
  say(`Noisefloor · ${taken}`.slice(0, 200), bottom - box.top + margin + line * 1.5, `12px ${family}`, quiet)
  pen.translate(margin - box.left, margin + line - box.top)
  for (const part of parts) part.draw(pen)
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('Too large'))), 'image/png')
  })
}
