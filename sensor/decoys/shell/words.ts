/** Commands of a line that are looked at, and words of one; what is beyond is dropped. */
const mostCommands = 64
const mostWords = 256
const longestLine = 8192

export interface Command {
  words: string[]
  /** Where its output goes instead of the terminal. */
  file: string | null
  appends: boolean
  /** Its output is the input of the next. */
  isPiped: boolean
  /** What stood before it: `&&` and `||` ask how the last one ended. */
  after: '' | '&&' | '||'
}

/** Splits a line as a shell would, as far as worms need it: quotes, `;`, `&`, `&&`, `||`, pipes and redirections. */
export function commandsOf(line: string): Command[] {
  const commands: Command[] = []
  let command = empty('')
  let word: string | null = null
  let target: 'word' | 'file' | 'drop' = 'word'
  const endWord = () => {
    if (word === null) return
    if (target === 'file') command.file = word
    else if (target === 'word' && command.words.length < mostWords) command.words.push(word)
    target = 'word'
    word = null
  }
  const endCommand = (isPiped: boolean, next: Command['after']) => {
    endWord()
    command.isPiped = isPiped
    if ((command.words.length > 0 || command.file !== null) && commands.length < mostCommands)
      commands.push(command)
    command = empty(next)
  }
  const text = line.slice(0, longestLine)
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!
    if (char === "'" || char === '"') {
      const close = text.indexOf(char, at + 1)
      const end = close < 0 ? text.length : close
      const quoted = text.slice(at + 1, end)
      // Inside double quotes a backslash hides quote, dollar and itself only (POSIX XCU 2.2.3).
      word = (word ?? '') + (char === '"' ? quoted.replace(/\\(["$`\\])/g, '$1') : quoted)
      at = end
    } else if (char === '\\') {
      at++
      word = (word ?? '') + (text[at] ?? '')
    } else if (char === ' ' || char === '\t' || char === '\r') endWord()
    else if (char === ';' || char === '\n') endCommand(false, '')
    else if (char === '&') {
      if (text[at + 1] === '&') {
        at++
        endCommand(false, '&&')
      } else endCommand(false, '')
    } else if (char === '|') {
      const isOr = text[at + 1] === '|'
      if (isOr) at++
      endCommand(!isOr, isOr ? '||' : '')
    } else if (char === '>' || char === '<') {
      if (word === '2' || word === '1') {
        if (word === '2') target = 'drop'
        word = null
      } else endWord()
      if (text[at + 1] === '>') {
        at++
        command.appends = true
      }
      if (text[at + 1] === '&') {
        at++
        target = 'drop'
      } else if (target !== 'drop') target = char === '>' ? 'file' : 'drop'
    } else word = (word ?? '') + char
  }
  endCommand(false, '')
  return commands
}

const empty = (after: Command['after']): Command => ({
  words: [],
  file: null,
  appends: false,
  isPiped: false,
  after,
})
