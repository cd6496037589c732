import type { Outcome } from '#sources/import/import-files.ts'
import { Exit } from '../exit.ts'
import { jsonText, printable } from '../printable.ts'

/** Tells of each source as it is done, a line or a JSON object each. */
export interface Reporter {
  outcome(outcome: Outcome): void
  /** What is worth knowing beside the outcomes. */
  note(text: string, facts: Record<string, unknown>): void
  /** @throws Exit 'refused' when a source was not imported */
  end(): void
}

export const wide = 23
const count = (value: number): string => value.toLocaleString('en-US')

export function reporter(json: boolean): Reporter {
  let refused = 0
  return {
    outcome(outcome) {
      if (!outcome.ok) refused += 1
      console.log(json ? jsonText(outcome) : printable(lineOf(outcome)))
    },
    note: (text, facts) => console.log(json ? jsonText(facts) : printable(text)),
    end() {
      if (refused > 0) throw new Exit('refused', `${refused} not imported; their earlier data stays in use.`)
    },
  }
}

function lineOf(outcome: Outcome): string {
  if (!outcome.ok) return `${outcome.source.padEnd(wide)}not imported: ${outcome.reason}`
  const { source, rows, added, removed, changed, bad } = outcome.imported
  const same = added + removed + changed === 0
  const what = same
    ? 'unchanged'
    : `${count(added)} added, ${count(removed)} removed, ${count(changed)} changed`
  const left = bad === 0 ? '' : `, ${count(bad)} that could not be used left out`
  return `${source.padEnd(wide)}${count(rows)} rows: ${what}${left}`
}
