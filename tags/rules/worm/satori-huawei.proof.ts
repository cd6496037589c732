import { type Proof, get, post, proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [
  proof('satori-huawei', post('/ctrlt/DeviceUpgrade_1', '<NewStatusURL>$(/bin/busybox)</NewStatusURL>'), [
    get('/ctrlt/DeviceUpgrade_1'),
    post('/ctrlt'),
  ]),
]
