import { type Proof, get, post, proof } from '../sketch.ts'

const json = { contentType: 'application/json' }
const form = { contentType: 'application/x-www-form-urlencoded' }

/** The same of requests that facts tell of. */
export const facts: readonly Proof[] = [
  proof('cve-2023-27350', get('/app?service=page/%53etup%43ompleted'), get('/app?service=page/%48ome')),
  proof(
    'cve-2024-1061',
    get('/?r%65st_route=/h5vp/v1/view/1&id=1%2527%2520union%2520select%25201'),
    get('/?r%65st_route=/h5vp/v1/view/1&id=%31'),
  ),
  proof(
    'cve-2025-57819',
    get('/admin/ajax.php?module=FreePBX%5cmodules%5cendpoint%5cajax&brand=x%2527'),
    get('/admin/ajax.php?module=FreePBX%5cmodules%5cendpoint%5cajax&brand=x'),
  ),
  proof('cve-2024-8963', get('/client/index%2ephp%3f.php/gsb/users.php'), get('/client/index%2ephp')),
  proof(
    'cve-2022-22947',
    post('/actuator/gateway/routes/x', String.raw`{"filters":[{"args":{"value":"\u0023{T(x)}"}}]}`, json),
    post('/actuator/gateway/routes/x', '{"uri":"http://a"}', json),
  ),
  proof(
    'cve-2022-24086',
    post(
      '/rest/default/V1/guest-carts/x/shipping-information',
      '{"firstname":"{{var this.getTemplate\\u0046ilter().filter(1)}}"}',
      json,
    ),
    post('/rest/default/V1/guest-carts/x/shipping-information', '{"firstname":"Ann"}', json),
  ),
  proof(
    'cve-2024-27956',
    post('/wp-content/plugins/wp-automatic/inc/csv%2ephp', 'q=INSERT+INTO+wp_users&auth=%00&integ=1', form),
    post('/wp-content/plugins/wp-automatic/inc/csv%2ephp', 'x=1', form),
  ),
  proof('cve-2024-52301', get('/?%2d%2denv=local'), get('/?environment=local')),
  proof(
    'cve-2025-52488',
    post(
      '/Providers/HtmlEditorProviders/DNNConnect.CKE/Browser/FileUploader.ashx',
      'filename="%EF%BC%BC%EF%BC%BChost%EF%BC%8Eexample/x.jpg"',
    ),
    post('/Providers/HtmlEditorProviders/DNNConnect.CKE/Browser/FileUploader.ashx', 'filename="x.jpg"'),
  ),
  proof(
    'cve-2025-47188',
    post('/cgi-bin/webconfig?page=upload%5fringtone', 'filename="x%24%28id%29.wav"'),
    post('/cgi-bin/webconfig?page=upload%5fringtone', 'filename="x.wav"'),
  ),
]
