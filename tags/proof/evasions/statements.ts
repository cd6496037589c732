import { type Proof, get, post, proof } from '../sketch.ts'

const json = { contentType: 'application/json' }
const form = { contentType: 'application/x-www-form-urlencoded' }

/** Statements: SQL, templates, expressions, serialised objects. */
export const statements: readonly Proof[] = [
  proof(
    'sql-injection-attempt',
    get('/?id=1%2520union%2520select%25201'),
    get('/?id=the%2520union%2520of%2520selects'),
  ),
  proof('sql-injection-attempt', get('/?id=1+%75nion+%73elect+1'), get('/?id=%75nion+jack')),
  proof(
    'sql-injection-attempt',
    post('/', 'id=1%20union%20%53elect%201', form),
    post('/', 'id=union%20man', form),
  ),
  proof(
    'sql-injection-attempt',
    post('/', String.raw`{"id":"1 \u0075nion \u0073elect 1"}`, json),
    post('/', String.raw`{"id":"\u0075nion"}`, json),
  ),
  proof(
    'struts-rce',
    get('/', { contentType: '%25%7B(%23a=1)%7D' }),
    get('/', { contentType: 'text/%68tml' }),
  ),
  proof('struts-namespace-ognl', get('/%2524%257b(%2523a=1)%257d/x.action'), get('/%2524%257bname%257d/x')),
  proof('struts-parameter-ognl', get('/?id=%2525%257b(%2523a=1)%257d'), get('/?id=%2525%257bname%257d')),
  proof(
    'spring4shell',
    post('/', 'class%2emodule%2eclass%4coader.resources=1', form),
    post('/', 'class%2emodule=1', form),
  ),
  proof('confluence-ognl', get('/%2524%257b@java.lang.Runtime@getRuntime()%257d/'), get('/%2524name/')),
  proof(
    'thinkphp-rce',
    get('/?s=/index/%255cthink%255capp/%69nvokefunction&function=x'),
    get('/?s=/index/%255cthink'),
  ),
  proof(
    'drupalgeddon2',
    post('/user/register?element_parents=account/mail/%2523value', 'x'),
    post('/user/register?x=%2523value', 'x'),
  ),
  proof(
    'vbulletin-widget-php',
    post('/', 'routestring=%61jax%2Frender%2Fwidget%5fphp', form),
    post('/', 'routestring=%61jax', form),
  ),
  proof(
    'vmware-workspace-ssti',
    get('/catalog-portal/ui/oauth/verify?error=&device%55did=%2524%257b1%257d'),
    get('/catalog-portal/ui/oauth/verify?device%55did=%31'),
  ),
  proof(
    'php-cgi-options',
    post('/index.php?%2Dd%20allow_url_include%3d1', '<?php'),
    post('/index.php?%2Ddebug', 'x'),
  ),
  proof(
    'langflow-rce',
    post('/api/v1/validate/code', String.raw`{"code":"\u0065xec('id')"}`, json),
    post('/api/v1/validate/code', String.raw`{"code":"\u0031"}`, json),
  ),
  proof(
    'react2shell',
    post('/', '["$1:\\u0063onstructor:constructor"]', { headers: { 'Next-Action': 'x' } }),
    post('/', '["$1:\\u0063lass"]', { headers: { 'Next-Action': 'x' } }),
  ),
]
