import { verified } from '#tags/proof/actors.ts'
import { type Proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [verified('yandexbot', '5-255-253-1.spider.yandex.com')]
