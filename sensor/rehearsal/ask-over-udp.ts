import type { FlowEnds } from '../decoys/interface.ts'
import type { Talk } from '../decoys/protocols/emulation.ts'
import { emulations } from '../decoys/protocols/table.ts'
import { type Setting, Teller } from '../decoys/teller.ts'
import type { Rehearsed } from './rehearsed.ts'
import { questionsFor } from './questions.ts'
import { scanner } from './scanner.ts'

class Asked extends Teller implements Talk {
  reply(): void {}
  end(): void {}
  startTls(): void {}
}

/** Asks an answerer of datagrams; what is larger than its question would not be sent, and is not shown. */
export function askOverUdp(setting: Setting): Pick<Rehearsed, 'heard' | 'certificate' | 'problems'> {
  const { port } = setting
  const heard: Rehearsed['heard'] = []
  const problems: string[] = []
  const flow: FlowEnds = { ...scanner, transport: 'udp', destinationPort: port.port }
  for (const { name, bytes } of questionsFor(port.protocol, 'udp')) {
    let answer: Uint8Array | null = null
    try {
      answer = emulations[port.protocol].datagram?.answer(bytes, new Asked(setting, flow)) ?? null
    } catch {
      setting.losses.count('emulation-failed')
    }
    if (answer && answer.length > bytes.length)
      problems.push(`The answer to ${name} is larger than the question, and is not sent.`)
    else heard.push({ asked: name, answer: Buffer.from(answer ?? []) })
  }
  return { heard, certificate: null, problems }
}
