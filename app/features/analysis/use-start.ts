import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { AnalysisKind } from '#model/analysis.ts'
import { useFrame } from '../../page-frame.tsx'
import { toast } from '../../ui/toasts.tsx'
import { useIsHere } from '../../ui/use-is-here.ts'
import { send } from '../account/send.ts'
import type { OnItsWay } from '../account/watched.ts'
import { type FileProblem, problemOf, problemOfStatus, problemText } from './file-problem.ts'
import { kindWords } from './kind.ts'

interface State {
  file: File | null
  problem: FileProblem | null
  /** What is said besides, by the server as a rule. */
  told: string
  isSending: boolean
  /** How far a file is; null before the first word, and for a text. */
  onItsWay: OnItsWay | null
}

const calm: State = { file: null, problem: null, told: '', isSending: false, onItsWay: null }

/** Shows the page of limits in place of the page, as a refusal of the server would. */
class LimitExceeded extends Error {
  readonly status = 429
  readonly statusText = 'Too Many Requests'
  readonly internal = false
  readonly data: { message: string }
  constructor(message: string) {
    super(message)
    this.data = { message }
  }
}

/** A list on its way to an analysis: a file that was chosen or a text, what was wrong with it, and the page of what came of it. */
export function useStart(kind: AnalysisKind, onStarted: () => void = () => {}) {
  const navigate = useNavigate()
  const isHere = useIsHere()
  const { path, maxMb: maxOf } = kindWords[kind]
  const maxMb = maxOf(useFrame().fileUploadSize)
  const of = { kind, maxMb }
  const [{ file, problem, told, isSending, onItsWay }, setState] = useState(calm)
  const ending = useRef<AbortController | null>(null)

  async function start(body: string | FormData): Promise<void> {
    setState((before) => ({ ...before, problem: null, isSending: true, onItsWay: null }))
    const own = (ending.current = new AbortController())
    const answer = await send<{ uuid: string }>(`/api${path}`, 'POST', body, {
      signal: own.signal,
      onSent: (so) => setState((before) => ({ ...before, onItsWay: so })),
    })
    if (own.signal.aborted) return setState((before) => ({ ...before, isSending: false }))
    if (answer.ok && answer.data) {
      if (!isHere()) return toast('Your list is analyzed, and stands among the analyses')
      onStarted()
      await navigate(`${path}/${answer.data.uuid}`)
      return setState(calm)
    }
    const found = problemOfStatus(answer.status)
    setState((before) => {
      // Thrown where React looks for it: the page of limits takes over.
      if (found === 'rateLimited') throw new LimitExceeded(answer.message)
      return { ...before, problem: found, told: answer.message, isSending: false }
    })
  }

  return {
    file,
    problem,
    kind,
    maxMb,
    isSending,
    onItsWay,
    /** Ends the sending; the file stays chosen. */
    cancel: (): void => ending.current?.abort(),
    /** What is wrong, as people are told; "" where nothing is. */
    message: problem === null ? '' : problemText(problem, of),
    /** What is said besides, where it says more. */
    told: problem === 'error' && told !== problemText('error', of) ? told : '',
    choose(chosen: File | null): void {
      const found = chosen && problemOf(chosen, of)
      setState({ ...calm, file: found ? null : chosen, problem: found })
    },
    /** What was dropped: one file makes a list. */
    drop(files: ArrayLike<File>): void {
      if (files.length < 2) return this.choose(files[0] ?? null)
      setState({ ...calm, problem: 'error', told: `One file is expected; ${files.length} were dropped.` })
    },
    /** Something else is being written or chosen. */
    clear: (): void =>
      setState((before) => (before.problem === null ? before : { ...before, problem: null })),
    remove: (): void => setState(calm),
    sendFile(): void {
      if (file === null || isSending) return
      const form = new FormData()
      form.set('file', file)
      void start(form)
    },
    sendText(text: string): void {
      if (isSending) return
      if (new Blob([text]).size > maxMb * 1e6) return setState({ ...calm, problem: 'fileSize' })
      void start(text)
    },
  }
}

export type Start = ReturnType<typeof useStart>
