import { isDrawn, type Part } from './part.ts'

/** The words of a chart, each where it stands: axes, names, numbers. */
export function wordsIn(chart: Element): Part[] {
  const parts: Part[] = []
  const texts = document.createTreeWalker(chart, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const holder = node.parentElement
    if (!holder || !isDrawn(holder) || holder.closest('svg')) continue
    const cut = cutOf(holder, chart)
    for (const { 0: word, index } of (node.textContent ?? '').matchAll(/\S+/g)) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + word.length)
      const box = range.getBoundingClientRect()
      // A word that its box cuts off altogether is not there.
      if (box.width > 0 && (cut === null || box.left < cut.right)) parts.push(wordAt(word, box, holder, cut))
    }
  }
  return parts
}

function wordAt(word: string, box: DOMRect, holder: Element, cut: DOMRect | null): Part {
  const { fontStyle, fontWeight, fontSize, fontFamily, color } = getComputedStyle(holder)
  const width = cut === null ? box.width : Math.min(box.right, cut.right) - box.left
  return {
    x: box.x,
    y: box.y,
    width,
    height: box.height,
    draw: (pen) => {
      pen.save()
      if (cut !== null) {
        pen.beginPath()
        pen.rect(cut.x, cut.y, cut.width, cut.height)
        pen.clip()
      }
      pen.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`
      pen.fillStyle = color
      pen.fillText(word, box.x, box.y + box.height / 2)
      pen.restore()
    },
  }
}

/** The nearest box that cuts off what is too long for it; one that scrolls does not. */
function cutOf(holder: Element, chart: Element): DOMRect | null {
  for (let at: Element | null = holder; at && at !== chart; at = at.parentElement) {
    if (['hidden', 'clip'].includes(getComputedStyle(at).overflowX)) return at.getBoundingClientRect()
  }
  return null
}

/** The marks of a legend beside their words, which a style sheet draws. */
export function marksIn(chart: Element): Part[] {
  return [...chart.querySelectorAll('li')].filter(isDrawn).flatMap((element) => {
    const { content, width: side, backgroundColor, clipPath } = getComputedStyle(element, '::before')
    if (content === 'none') return []
    const box = element.getBoundingClientRect()
    const size = Number.parseFloat(side)
    const [x, y] = [box.x, box.y + (box.height - size) / 2]
    return {
      x,
      y,
      width: size,
      height: size,
      draw: (pen) => {
        pen.fillStyle = backgroundColor
        pen.fill(shapeOf(clipPath, x, y, size), 'evenodd')
      },
    }
  })
}

/** `polygon(31% 4%, …)`, the circle, or the whole square. */
function shapeOf(clipPath: string, x: number, y: number, size: number): Path2D {
  const path = new Path2D()
  const points = [...clipPath.matchAll(/([\d.]+)% ([\d.]+)%/g)]
  if (clipPath === 'none') path.rect(x, y, size, size)
  else if (!clipPath.startsWith('polygon')) path.arc(x + size / 2, y + size / 2, size * 0.44, 0, 2 * Math.PI)
  else
    for (const [, across, down] of points)
      path.lineTo(x + (Number(across) / 100) * size, y + (Number(down) / 100) * size)
  path.closePath()
  return path
}
