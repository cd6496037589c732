import { type DragEvent, useId, useRef, useState } from 'react'
import type { AnalysisKind } from '#model/analysis.ts'
import { analysisFileTypes, shownFileTypes } from '#model/analysis-file.ts'
import { Button } from '../../ui/button.tsx'
import { InertText } from '../../ui/inert-text.tsx'
import { useAlive } from '../../ui/use-alive.ts'
import { sizeText } from './bytes.ts'
import { kindWords } from './kind.ts'
import type { Start } from './use-start.ts'

const large = 'grid content-center justify-items-start gap-3 px-4 py-5'
const small = 'flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2'

const acceptedOf = (kind: AnalysisKind): string =>
  [...analysisFileTypes[kind], 'gz', 'zst'].map((type) => `.${type}`).join(',')

/** Takes a file: dropped, or chosen by its button. Without scripts it is the browser's own field in a form that the server reads. */
export function DropZone({ start, isSmall = false }: { start: Start; isSmall?: boolean }) {
  const { kind, file, maxMb, isSending } = start
  const words = kindWords[kind]
  const id = useId()
  const isAlive = useAlive()
  const [isLit, setLit] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const onDrag = (event: DragEvent): void => {
    if (!event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    setLit(true)
  }
  const onDrop = (event: DragEvent): void => {
    event.preventDefault()
    setLit(false)
    start.drop(event.dataTransfer.files)
  }
  const remove = (): void => {
    if (field.current) field.current.value = ''
    start.remove()
  }
  return (
    <form
      method="post"
      encType="multipart/form-data"
      action={`/api${words.path}`}
      aria-label={words.file}
      data-drop-zone
      onSubmit={(event) => {
        event.preventDefault()
        start.sendFile()
      }}
      onDragEnter={onDrag}
      onDragOver={onDrag}
      onDragLeave={() => setLit(false)}
      onDrop={onDrop}
      className={`rounded-control border border-dashed ${isSmall ? small : large} ${isLit ? 'border-accent bg-accent-soft' : 'border-control bg-surface'}`}
    >
      {!file && <p className={isSmall ? '' : 'text-lead'}>Drop a file here, or choose one.</p>}
      <input
        ref={field}
        id={id}
        type="file"
        name="file"
        accept={acceptedOf(kind)}
        required={!isAlive}
        // With scripts a button stands for it.
        hidden={isAlive}
        aria-label="File"
        aria-describedby={`${id}-types`}
        onChange={({ currentTarget }) => start.choose(currentTarget.files?.[0] ?? null)}
        className="max-w-full"
      />
      {file && (
        <p aria-live="polite" className="break-all">
          <InertText text={file.name} limit={120} mono={false} />{' '}
          <span className="text-ink-2">{sizeText(file.size)}</span>
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        {isAlive && !file && (
          <Button
            variant="secondary"
            aria-describedby={`${id}-types`}
            onClick={() => {
              start.clear()
              field.current?.click()
            }}
          >
            Upload file
          </Button>
        )}
        {file && (
          <Button variant="secondary" onClick={remove} disabled={isSending}>
            Remove
          </Button>
        )}
        {(file || !isAlive) && (
          <Button type="submit" loading={isSending}>
            {words.button}
          </Button>
        )}
      </div>
      <p id={`${id}-types`} className="text-dense text-ink-2">
        {`${shownFileTypes[kind].join(', ')}, also packed as gz or zst; up to ${maxMb} MB.`}
      </p>
    </form>
  )
}
