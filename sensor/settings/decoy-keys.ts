import { DecoyKeys } from '../decoys/keys.ts'
import type { Folder } from './folder.ts'

const file = 'decoy-keys.json'

/** What decoys show of themselves, as it was shown before the last stop. A file that is damaged is made anew. */
export async function openDecoyKeys(folder: Folder, onFailed: (error: unknown) => void): Promise<DecoyKeys> {
  const kept = await folder.readJson(file)
  let writing = Promise.resolve()
  const keys = new DecoyKeys(isTexts(kept) ? kept : {}, () => {
    writing = writing.then(() => folder.writeJson(file, keys.all())).catch(onFailed)
  })
  return keys
}

const isTexts = (value: unknown): value is Record<string, string> =>
  typeof value === 'object' && value !== null && Object.values(value).every((one) => typeof one === 'string')
