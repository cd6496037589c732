import { linksOfCommand } from '../links.ts'
import type { Talk } from '../protocols/emulation.ts'
import { usualFiles } from './files.ts'
import { programs } from './programs.ts'
import type { Surroundings } from './program.ts'
import { commandsOf } from './words.ts'

/** Bytes of all files that one visitor has written, how many they are, and what one line may print. */
const mostWritten = 4096
const mostFiles = 32
const mostPrinted = 32_768
/** `sh -c` within `sh -c`. */
const deepest = 3
/**
 * Commands that all `sh` within one line may run, and those within all lines of one visitor. What is typed costs the visitor as much as
 * us; a file of commands that is given to `sh` again and again costs him its name.
 */
const mostOfLine = 256
const mostOfVisitor = 1024
/** Characters that cost as much to read as a command to run. */
const charactersRead = 64

/** What `sh` may still run for one visitor, in however many shells. */
export class Allowance {
  left = mostOfVisitor
}

/**
 * A shell that runs nothing: it answers what a device would print, from a list. Files written stay with the visitor, as worms write
 * and read one to find a place; they are bounded and gone with the connection.
 */
export class Shell implements Surroundings {
  readonly user: string
  readonly machine = 'armv7l'
  folder = '/'
  readonly #talk: Talk
  #written: Map<string, string> | null = null
  #depth = 0
  readonly #allowance: Allowance
  #leftOfLine = 0
  isOver = false

  constructor(talk: Talk, user: string, allowance = new Allowance()) {
    this.#talk = talk
    this.user = user
    this.#allowance = allowance
  }

  get host(): string {
    return this.#talk.options.hostname ?? 'localhost'
  }

  get prompt(): string {
    return this.#talk.options.prompt ?? '$ '
  }

  /** Runs a line as typed; its text and the addresses in it are told. */
  run(line: string): string {
    const typed = line.trim()
    if (typed === '') return ''
    this.#talk.command(typed)
    this.#talk.links(linksOfCommand(typed))
    this.#leftOfLine = mostOfLine
    const known = this.#known(typed)
    return known ?? this.#evaluate(typed).slice(0, mostPrinted)
  }

  call([name, ...words]: readonly string[], input: string): string {
    if (name === undefined) return ''
    if (name === 'exit' || name === 'logout' || name === 'quit') {
      this.isOver = true
      return ''
    }
    const base = name.slice(name.lastIndexOf('/') + 1)
    const program = programs.get(base)
    if (program !== undefined) return program(words, this, input)
    // What was fetched or written here is run, and says nothing.
    if (this.#written?.has(this.#path(name)) || /^[A-Za-z_]\w*=/.test(name)) return ''
    return `sh: ${name}: not found\n`
  }

  /** `sh`, `sh -c TEXT`, and a script that nobody has. */
  inner(words: readonly string[], input: string): string {
    const at = words.indexOf('-c')
    if (at >= 0) return this.#evaluate(words[at + 1] ?? '')
    if (words.length === 0 && input !== '') return this.#evaluate(input)
    return ''
  }

  read(path: string): string | null {
    const whole = this.#path(path)
    return this.#written?.get(whole) ?? usualFiles[whole]?.replaceAll('{{host}}', this.host) ?? null
  }

  write(path: string, text: string, appends: boolean): void {
    const whole = this.#path(path)
    if (whole.startsWith('/dev/')) return
    this.#written ??= new Map()
    const next = (appends ? (this.#written.get(whole) ?? '') : '') + text
    const others = [...this.#written].reduce((sum, [key, one]) => sum + (key === whole ? 0 : one.length), 0)
    if (this.#written.size < mostFiles || this.#written.has(whole))
      this.#written.set(whole, next.slice(0, Math.max(0, mostWritten - others)))
  }

  remove(path: string): void {
    this.#written?.delete(this.#path(path))
  }

  enter(path: string): string {
    this.folder = this.#path(path).slice(0, 200)
    return ''
  }

  list(words: readonly string[]): string {
    const asked = words.filter((word) => !word.startsWith('-'))[0] ?? this.folder
    const folder = this.#path(asked)
    const beginning = folder === '/' ? '/' : `${folder}/`
    const names = [...Object.keys(usualFiles), ...(this.#written?.keys() ?? [])]
      .filter((path) => path.startsWith(beginning))
      .map((path) => path.slice(beginning.length).split('/')[0]!)
    return [...new Set(names)]
      .sort()
      .map((name) => `${name}\n`)
      .join('')
  }

  #known(line: string): string | undefined {
    const { shell } = this.#talk.options
    return shell !== undefined && Object.hasOwn(shell, line) ? endedLine(shell[line]!) : undefined
  }

  #evaluate(line: string): string {
    if (this.#depth >= deepest) return ''
    const isInner = this.#depth > 0
    if (isInner && !this.#mayRun(Math.ceil(line.length / charactersRead))) return "sh: can't fork\n"
    this.#depth++
    let printed = ''
    let input = ''
    let failed = false
    for (const command of commandsOf(line)) {
      const isSkipped = (command.after === '&&' && failed) || (command.after === '||' && !failed)
      if (isSkipped || printed.length > mostPrinted || this.isOver) continue
      if (isInner && !this.#mayRun(1)) break
      const output = (this.#known(command.words.join(' ')) ?? this.call(command.words, input)).slice(
        0,
        mostPrinted,
      )
      failed = /: (not found|No such file or directory)\n$/.test(output)
      input = ''
      if (command.file !== null) this.write(command.file, output, command.appends)
      else if (command.isPiped) input = output
      else printed += output
    }
    this.#depth--
    return printed
  }

  #mayRun(commands: number): boolean {
    this.#leftOfLine -= commands
    this.#allowance.left -= commands
    return this.#leftOfLine >= 0 && this.#allowance.left >= 0
  }

  #path(path: string): string {
    const parts: string[] = []
    const whole = path.startsWith('/') ? path : `${this.folder}/${path}`
    for (const part of whole.slice(0, 400).split('/'))
      if (part === '..') parts.pop()
      else if (part !== '' && part !== '.') parts.push(part)
    return `/${parts.join('/')}`
  }
}

const endedLine = (text: string): string => (text === '' || text.endsWith('\n') ? text : `${text}\n`)
