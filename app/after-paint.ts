import { earlySearch } from './early-search.ts'

/**
 * Where a document's scripts begin. A page is whole without them: on a slow line they would take the bytes of its style and fonts away, and on a
 * slow phone its first frame, so that they are asked for once that frame has been drawn. The router writes them as links in the head and
 * as imports that begin at once (react-router, `Scripts`); nothing of it can be told otherwise (docs/decisions/0058).
 */

const preloads = /<link rel="modulepreload" href="([^"]+)"[^>]*\/>/g
const imports = /import (?:\* as (\w+) from )?("[^"]+");?/g
const endOfHead = '</head>'
/** By what the browser tells of its frames, as a page whose clock is stopped has no timers; the timer is for browsers that tell none. */
const wait = [
  'if(document.hidden)begin();',
  "else{new PerformanceObserver(()=>begin()).observe({type:'paint',buffered:true});",
  "document.addEventListener('visibilitychange',()=>begin(),{once:true});setTimeout(begin,3000)}",
].join('')
/**
 * Scripts that did not arrive are asked for again, each time after twice as long: the page is whole, but its buttons wait for them. The links
 * are, too: the policy of the page takes scripts from what they fetched (CSP 3, 'strict-dynamic'). The first failure is told to nobody: it is
 * that of a page that is stopped or left while they come, too.
 */
const again = 'catch(error){if(ms>1000)reportError(error);setTimeout(()=>{isBegun=false;begin(2*ms)},ms)}'
const entry = /import\((?="[^"]+"\);?\s*$)/
const marks = { open: ' type="module"', close: '</script>' }

/**
 * The document, whose scripts wait for its first frame; one in a hidden tab draws none and does not wait, nor does one that is hidden before.
 * @throws Error where the router writes its scripts in another way than is known here
 */
export function afterPaint(document: string): string {
  const head = document.slice(0, document.indexOf(endOfHead))
  const links: string[] = []
  const quiet = head.replace(preloads, (_, href: string) => {
    links.push(href)
    return ''
  })
  const from = document.indexOf('>', document.lastIndexOf(marks.open)) + 1
  const to = document.indexOf(marks.close, from)
  const text = document.slice(from, to)
  const loaded = [...text.matchAll(imports)]
  if (head === '' || to < 0 || loaded.length === 0) throw new Error('A document does not begin its scripts.')
  const names = loaded.map(([, name = '']) => name).join(',')
  const sources = loaded.map(([, , source]) => `import(${source})`).join(',')
  const begin = [
    `for(const href of ${JSON.stringify(links)})document.head.append(Object.assign(document.createElement('link'),{rel:'modulepreload',href}));`,
    `const [${names}]=await Promise.all([${sources}]);`,
    text
      .replace(imports, '')
      .replace(/^[\s;]+/, '')
      .replace(entry, 'await import('),
  ].join('\n')
  const waiting = `${earlySearch}\nlet isBegun=false;\nconst begin=async(ms=1000)=>{if(isBegun)return;isBegun=true;try{\n${begin}}${again}};\n${wait}`
  return quiet + document.slice(head.length, from) + waiting + document.slice(to)
}
