/**
 * Private keys and certificates of decoys, PEM by name. A host that shows others after each start tells that nobody lives there, so
 * whoever has a folder keeps them (sensor/settings/decoy-keys.ts); they protect nothing.
 */
export class DecoyKeys {
  readonly #pems: Map<string, string>
  readonly #onMade: () => void

  constructor(kept: Readonly<Record<string, string>> = {}, onMade: () => void = () => undefined) {
    this.#pems = new Map(Object.entries(kept))
    this.#onMade = onMade
  }

  /** Makes it when it is first asked for. */
  pem(name: string, make: () => string): string {
    const known = this.#pems.get(name)
    if (known !== undefined) return known
    const made = make()
    this.#pems.set(name, made)
    this.#onMade()
    return made
  }

  all(): Record<string, string> {
    return Object.fromEntries(this.#pems)
  }
}
