/** What a program of the canned shell knows of the shell that it runs in. */
export interface Surroundings {
  readonly user: string
  readonly host: string
  readonly machine: string
  readonly folder: string
  call(words: readonly string[], input: string): string
  inner(words: readonly string[], input: string): string
  read(path: string): string | null
  write(path: string, text: string, appends: boolean): void
  remove(path: string): void
  enter(path: string): string
  list(words: readonly string[]): string
}

/** What a program prints for its words and its input: Latin-1, lines end with \n. */
export type Program = (words: readonly string[], shell: Surroundings, input: string) => string
