import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useFrame } from '../../page-frame.tsx'
import { send } from '../account/send.ts'
import { type FileProblem, problemOf, problemOfStatus, problemText } from './file-problem.ts'

interface State {
  file: File | null
  problem: FileProblem | null
  /** What the server said besides. */
  told: string
  isSending: boolean
}

const calm: State = { file: null, problem: null, told: '', isSending: false }

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
export function useStart(onStarted: () => void = () => {}) {
  const navigate = useNavigate()
  const maxMb = useFrame().fileUploadSize.ipAnalysis
  const [{ file, problem, told, isSending }, setState] = useState(calm)

  async function start(body: string | FormData): Promise<void> {
    setState((before) => ({ ...before, problem: null, isSending: true }))
    const answer = await send<{ uuid: string }>('/api/ip/analysis', 'POST', body)
    if (answer.ok && answer.data) {
      onStarted()
      await navigate(`/ip/analysis/${answer.data.uuid}`)
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
    maxMb,
    isSending,
    /** What is wrong, as people are told; "" where nothing is. */
    message: problem === null ? '' : problemText(problem, maxMb),
    /** The server's own sentence, where it says more. */
    told: problem === 'error' && told !== problemText('error', maxMb) ? told : '',
    choose(chosen: File | null): void {
      const found = chosen && problemOf(chosen, maxMb)
      setState({ ...calm, file: found ? null : chosen, problem: found })
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
