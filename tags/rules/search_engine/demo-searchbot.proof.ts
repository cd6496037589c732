import { invented } from '#tags/proof/actors.ts'
import { type Proof } from '#tags/proof/sketch.ts'

export const proofs: readonly Proof[] = [invented('demo-searchbot', 'crawl-7.searchbot.example')]
