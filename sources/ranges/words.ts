/** A column of unsigned words that grows by doubling; rows are not counted beforehand. */
export class Words {
  #words = new Uint32Array(1024)
  #length = 0

  get length(): number {
    return this.#length
  }

  push(value: number): void {
    if (this.#length === this.#words.length) {
      const wider = new Uint32Array(this.#length * 2)
      wider.set(this.#words)
      this.#words = wider
    }
    this.#words[this.#length++] = value
  }

  done(): Uint32Array<ArrayBuffer> {
    return this.#words.slice(0, this.#length)
  }
}
