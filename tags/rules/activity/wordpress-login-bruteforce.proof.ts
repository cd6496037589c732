import { type ProofOverTime, enough, series } from '#tags/proof/over-time.ts'
import { get, post } from '#tags/proof/sketch.ts'

export const proofsOverTime: readonly ProofOverTime[] = [
  ...enough(
    'wordpress-login-bruteforce',
    [10, 300],
    () => post('/wp-login.php', 'log=admin&pwd=x'),
    series(20, 1, () => get('/wp-login.php')),
  ),
]
