import { type Proof, get, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof(
    'thinkphp-rce',
    get(
      '/public/index.php?s=/index/\\think\\app/invokefunction&function=call_user_func_array&vars[0]=system',
    ),
    get("/public/index.php?s=foo'"),
  ),
]
