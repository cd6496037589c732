import { isDrawn, type Part } from './part.ts'

/** What style sheets say of a shape, which a picture of its own has to say itself. */
const looks = [
  'fill',
  'fill-opacity',
  'fill-rule',
  'stroke',
  'stroke-width',
  'stroke-opacity',
  'stroke-linejoin',
  'stroke-dasharray',
  'vector-effect',
  'opacity',
  'color',
  'display',
  'visibility',
] as const

const svgNames = 'http://www.w3.org/2000/svg'

/** The SVGs of a chart as pictures, ready to be drawn. */
export async function drawingsIn(chart: Element): Promise<Part[]> {
  const svgs = [...chart.querySelectorAll('svg')].filter(
    (svg) => isDrawn(svg) && svg.getBoundingClientRect().width > 1,
  )
  const shapes = await sharedShapes(svgs)
  return Promise.all(svgs.map((svg) => drawing(svg, shapes)))
}

/** What drawings refer to in a file of shapes, by reference: a picture of its own reaches no file. */
async function sharedShapes(svgs: readonly SVGSVGElement[]): Promise<ReadonlyMap<string, Element>> {
  const references = svgs.flatMap((svg) => [...svg.querySelectorAll('use')].map(({ href }) => href.baseVal))
  const files = new Set(references.map((reference) => reference.replace(/#.*/, '')))
  const shapes = new Map<string, Element>()
  for (const file of files) {
    if (file === '') continue
    const text = await (await fetch(file)).text()
    const parsed = new DOMParser().parseFromString(text, 'image/svg+xml')
    for (const shape of parsed.querySelectorAll('[id]')) shapes.set(`${file}#${shape.id}`, shape)
  }
  return shapes
}

async function drawing(svg: SVGSVGElement, shapes: ReadonlyMap<string, Element>): Promise<Part> {
  const { x, y, width, height } = svg.getBoundingClientRect()
  const copy = dressed(svg, shapes)
  copy.setAttribute('xmlns', svgNames)
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
  await image.decode()
  return { x, y, width, height, draw: (pen) => pen.drawImage(image, x, y, width, height) }
}

/** A copy with the looks it has on the page, and with the patterns it is filled with, which may stand elsewhere. */
function dressed(svg: SVGSVGElement, shapes: ReadonlyMap<string, Element>): SVGSVGElement {
  const patterns = new Map<string, Element>()
  const dress = (from: Element): Element => {
    const shape = from instanceof SVGUseElement ? shapes.get(from.href.baseVal) : undefined
    const to = shape ? document.createElementNS(svgNames, 'g') : document.importNode(from, false)
    if (shape) to.append(document.importNode(shape, true))
    const style = getComputedStyle(from)
    for (const look of looks) to.setAttribute(look, style.getPropertyValue(look))
    const pattern = /^url\("#(.+)"\)$/.exec(style.fill)?.[1]
    const source = pattern === undefined ? null : document.getElementById(pattern)
    if (pattern !== undefined && source && !svg.contains(source) && !patterns.has(pattern))
      patterns.set(pattern, dress(source))
    // Titles are for the pointer.
    for (const child of from.children) if (child.tagName !== 'title') to.append(dress(child))
    return to
  }
  const copy = dress(svg) as SVGSVGElement
  copy.prepend(...patterns.values())
  return copy
}
