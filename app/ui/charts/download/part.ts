/** Something of a chart where it stands in the window, in pixels. */
export interface Part {
  x: number
  y: number
  width: number
  height: number
  draw: (pen: CanvasRenderingContext2D) => void
}

/** What folds away, what is there to act with, and what paper leaves out belongs to the page. */
const notDrawn = 'details, button, nav, [data-chart-files], .sr-only, .chrome:not([role="region"])'

export const isDrawn = (element: Element): boolean => element.closest(notDrawn) === null
