import { type Proof, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'jboss-jmx-invoker',
    post('/invoker/JMXInvokerServlet', '\u00ac\u00ed'),
    post('/invoker/readonly', '\u00ac\u00ed'),
  ),
]
