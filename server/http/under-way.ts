import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** An answer that the system has not taken yet: Node's, or one that was written to the connection itself. */
export type AnswerUnderWay = Pick<
  ServerResponse,
  'shouldKeepAlive' | 'headersSent' | 'writableLength' | 'socket'
> & { once(event: 'close' | 'finish', listener: () => void): unknown }

/** What was written to the connection last, until the system has it or the connection ends. */
export class WrittenAnswer extends EventEmitter implements AnswerUnderWay {
  readonly headersSent = true
  shouldKeepAlive = true
  readonly socket: Socket

  constructor(socket: Socket) {
    super()
    this.socket = socket
    // Behind all that waits there already.
    socket.write('', (error) => {
      if (!error) this.emit('finish')
      this.emit('close')
    })
  }

  get writableLength(): number {
    return this.socket.writableLength
  }
}
