import { type AnalysisPart, analysisParts } from '#model/analysis.ts'
import { Exit } from '../exit.ts'

/** What becomes of lines that name an address of these parts. */
export interface Choice {
  does: 'keep' | 'drop'
  parts: ReadonlySet<AnalysisPart>
}

const parts = analysisParts.filter((part) => part !== 'all')

/** @throws Exit 'usage' for neither or both, and for a part that does not exist */
export function choiceOf({ keep, drop }: { keep: string | undefined; drop: string | undefined }): Choice {
  const text = keep ?? drop
  if (text === undefined || (keep !== undefined && drop !== undefined))
    throw new Exit(
      'usage',
      `Usage: noisefloor filter FILE|- --drop PARTS or --keep PARTS: ${parts.join(',')}`,
    )
  const names = text.split(',').map((name) => name.trim())
  const known = parts.filter((part) => names.includes(part))
  const unknown = names.find((name) => !parts.some((part) => part === name))
  if (unknown !== undefined)
    throw new Exit(
      'usage',
      `--${keep === undefined ? 'drop' : 'keep'}: "${unknown}" is none of ${parts.join(', ')}`,
    )
  return { does: keep === undefined ? 'drop' : 'keep', parts: new Set(known) }
}
