/** The byte right behind a batch: where its commit frame ends. */
export interface Place {
  segment: number
  end: number
}

export const isBehind = (place: Place, other: Place): boolean =>
  place.segment > other.segment || (place.segment === other.segment && place.end > other.end)
