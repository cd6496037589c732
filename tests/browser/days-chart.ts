import type { Locator, Page } from 'playwright-core'

/** The chart of days of a query page, and where on it the bar of so many days ago has its middle. */
export async function daysChart(page: Page): Promise<{
  chart: Locator
  place: { height: number; width: number; x: number; y: number }
  over: (ago: number) => readonly [number, number]
}> {
  const chart = page.getByRole('slider')
  const place = await chart.boundingBox()
  if (!place) throw new Error('The chart is not there.')
  const days = Number(await chart.getAttribute('aria-valuemax')) + 1
  return {
    chart,
    place,
    over: (ago) => [place.x + (place.width * (days - ago - 0.5)) / days, place.y + place.height / 2],
  }
}
