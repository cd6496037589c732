import { type Proof, agent, proof } from './sketch.ts'

/** Programs by what they say of themselves. */
export const agentsProofs: readonly Proof[] = [
  proof('node-http-client', [agent('axios/1.7.2')], [agent('Mozilla/5.0 axios')]),
  proof('php-http-client', [agent('GuzzleHttp/7')], [agent('Mozilla/5.0 (guzzle)')]),
  proof('scrapy', [agent('Scrapy/2.11.2 (+https://scrapy.org)')], [agent('Mozilla/5.0 scrapyard')]),
  proof('postman', [agent('PostmanRuntime/7.39.0')], [agent('postman pat')]),
  proof('httpie', [agent('HTTPie/3.2.2')], [agent('Mozilla/5.0 httpie')]),
  proof('apache-bench', [agent('ApacheBench/2.3')], [agent('Apache')]),
  proof('wfuzz', [agent('Wfuzz/3.1.0')], [agent('Mozilla/5.0 fuzz')]),
  proof('whatweb', [agent('WhatWeb/0.5.5')], [agent('what web')]),
  proof('arachni', [agent('Arachni/v1.5.1')], [agent('Arachnid')]),
  proof('fasthttp', [agent('fasthttp')], [agent('fasthttp server')]),
  proof('ruby-http-client', [agent('Ruby/3.3.0')], [agent('Mozilla/5.0 Ruby')]),
  proof('aiohttp-client', [agent('Python/3.11 aiohttp/3.9.5')], [agent('aiohttp')]),
  proof(
    'winhttp-client',
    [agent('Mozilla/4.0 (compatible; Win32; WinHttp.WinHttpRequest.5)')],
    [agent('Mozilla/4.0 (compatible; Win32)')],
  ),
  proof('async-http-client-bot', [agent('Custom-AsyncHttpClient')], [agent('AsyncHttpClient 2.0')]),
  proof(
    'mozlila-bot',
    [agent('Mozlila/5.0 (Linux; Android 7.0; SM-G892A)')],
    [agent('Mozilla/5.0 (Linux; Android 7.0; SM-G892A)')],
  ),
  proof(
    'semrushbot-claim',
    [agent('Mozilla/5.0 (compatible; SemrushBot/7~bl; +http://www.semrush.com/bot.html)')],
    [agent('Mozilla/5.0 (compatible; sem rush)')],
  ),
  proof(
    'mj12bot-claim',
    [agent('Mozilla/5.0 (compatible; MJ12bot/v1.4.8; http://mj12bot.com/)')],
    [agent('Mozilla/5.0 MJ12')],
  ),
  proof(
    'dataforseo-claim',
    [agent('Mozilla/5.0 (compatible; DataForSeoBot/1.0; +https://dataforseo.com/dataforseo-bot)')],
    [agent('Mozilla/5.0 seobot')],
  ),
  proof('facebook-fetcher-claim', [agent('facebookexternalhit/1.1')], [agent('Mozilla/5.0 facebook')]),
  proof(
    'uptimerobot-claim',
    [agent('Mozilla/5.0+(compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)')],
    [agent('Mozilla/5.0+(compatible; Robot)')],
  ),
  proof(
    'censys-inspect-claim',
    [agent('Mozilla/5.0 (compatible; CensysInspect/1.1; +https://about.censys.io/)')],
    [agent('Mozilla/5.0 (compatible; Inspect/1.1)')],
  ),
  proof(
    'expanse-claim',
    [agent('Expanse, a Palo Alto Networks company, searches across the global IPv4 space')],
    [agent('Expanse')],
  ),
]
