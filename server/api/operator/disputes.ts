import { createRoute } from '@hono/zod-openapi'
import { writeCtxFor } from '#services/context.ts'
import { answerDispute, listDisputes, undoAnswer } from '#services/disputes/answer.ts'
import type { App, AppDeps } from '../../http/app-deps.ts'
import { answers, takes } from '../described.ts'
import { refusals } from '../refusals.ts'
import { tokenParam } from '../wire/account.ts'
import * as wire from '../wire/dispute.ts'
import { message } from '../wire/message.ts'

const security = [{ key: [] }]
const refused = refusals('invalid-input', 'unauthorized', 'forbidden', 'not-found', 'conflict')

const list = createRoute({
  method: 'get',
  path: '/api/operator/disputes',
  summary: 'Disputes that wait for the operator of this installation, and answers in force',
  security,
  responses: { ...answers('Both', wire.disputes), ...refusals('unauthorized', 'forbidden') },
})
const answer = createRoute({
  method: 'post',
  path: '/api/operator/disputes/{id}/answer',
  summary: 'Answer a dispute: set the verdict on its address, with a note that everybody reads',
  security,
  request: { params: tokenParam, ...takes(wire.answered) },
  responses: { ...answers('The answer, in force at once', wire.answer), ...refused },
})
const decline = createRoute({
  method: 'post',
  path: '/api/operator/disputes/{id}/decline',
  summary: 'Decline a dispute, with a note that everybody reads; the verdict stays as it is',
  security,
  request: { params: tokenParam, ...takes(wire.declined) },
  responses: { ...answers('The answer', wire.answer), ...refused },
})
const undo = createRoute({
  method: 'delete',
  path: '/api/operator/answers/{id}',
  summary: 'Take an answer back: the rule decides again, or an older answer that still holds',
  security,
  request: { params: tokenParam },
  responses: {
    ...answers('Taken back', message),
    ...refusals('unauthorized', 'forbidden', 'not-found'),
  },
})

/** Disputes, for the operator of the installation. */
export function operatorDisputeRoutes(app: App, { deps }: AppDeps): void {
  app.openapi(list, async (c) => {
    c.header('cache-control', 'no-store')
    return c.json(await listDisputes(writeCtxFor(deps, c.var)), 200)
  })
  app.openapi(answer, async (c) => {
    const { id } = c.req.valid('param')
    return c.json(await answerDispute(writeCtxFor(deps, c.var), { id, ...c.req.valid('json') }), 200)
  })
  app.openapi(decline, async (c) => {
    const { id } = c.req.valid('param')
    const said = { id, verdict: null, ...c.req.valid('json') }
    return c.json(await answerDispute(writeCtxFor(deps, c.var), said), 200)
  })
  app.openapi(undo, async (c) => {
    await undoAnswer(writeCtxFor(deps, c.var), c.req.valid('param'))
    return c.json({ message: 'The answer is taken back.' }, 200)
  })
}
