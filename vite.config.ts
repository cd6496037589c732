import { reactRouter } from '@react-router/dev/vite'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/** What all pages share and releases rarely change: one file packs 3 KB smaller than five, and stays in the browser's cache. */
const framework = {
  name: 'framework',
  test: /node_modules\/(react|react-dom|react-router|scheduler|cookie)\//,
}

/** What every page of ours shares, but for what few open: one file is packed smaller, and named in every page shorter, than fifteen. */
const frame = {
  name: 'frame',
  test: /\/app\/(?:page-frame|page-texts|as-text|typed-early|query-href|reach|way-back|ui\/(?!charts|icon-loader|dialog|select|key|type-ahead)|features\/shell\/(?!key)|features\/search\/(?:header-search|search-field)|features\/value\/(?!items|chosen)|features\/suggest\/use-)/,
}

/** Bars and what hatches them: the pages of queries, tags and CVEs share both, and one file is packed 200 bytes smaller than two. */
const charts = { name: 'charts', test: /\/app\/ui\/charts\/(?:hatch|stacked-bars)/ }

/** Traces and the note on what they count: where one is the other is. */
const traces = { name: 'traces', test: /\/app\/(?:ui\/charts\/sparkline|features\/tags\/counts-note)/ }

/** What reads a query and what prints it again: where one is the other is, and one file is packed smaller than three. */
const language = { name: 'language', test: /\/gnql\/(?:parse|print|apply-fix)/ }

export default defineConfig({
  plugins: [tailwindcss(), reactRouter()],
  // Every browser we answer preloads modules by itself.
  build: { modulePreload: { polyfill: false } },
  environments: {
    client: {
      build: {
        rolldownOptions: {
          output: { codeSplitting: { groups: [framework, frame, charts, traces, language] } },
        },
      },
    },
  },
})
