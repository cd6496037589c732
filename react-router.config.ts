import type { Config } from '@react-router/dev/config'

export default {
  ssr: true,
  appDirectory: 'app',
  // Twenty routes fit one small file that stays in the browser's cache: no page asks the server which routes its links need.
  routeDiscovery: { mode: 'initial' },
} satisfies Config
