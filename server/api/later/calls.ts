import type { LaterCapabilityId } from './capabilities.ts'

/**
 * Calls that clients of the public API make (public API notes, section 2) and calls of the specification (section 7) that
 * this version does not serve. A line goes when its call is built; a test compares the table with what is served.
 */
export const laterCalls: Record<LaterCapabilityId, readonly string[]> = {
  alerts: [
    'GET POST /v2/workspaces/{workspace}/alerts',
    'POST /v2/workspaces/{workspace}/alerts/test-webhook',
    'GET PUT DELETE /v2/workspaces/{workspace}/alerts/{id}',
    'GET POST /api/workspace/alerts',
    'PUT DELETE /api/workspace/alerts/{id}',
  ],
  blocklists: [
    'GET POST /v3/workspaces/{workspace}/blocklists',
    'GET PUT DELETE /v3/workspaces/{workspace}/blocklists/{id}',
    'GET /v3/workspaces/{workspace}/blocklists/{id}/ips',
    'GET PUT /api/user/blocklists',
    'GET POST /api/user/workspaces/blocklists',
    'GET PUT DELETE /api/user/workspaces/blocklists/{id}',
    'GET /api/user/workspaces/blocklists/{id}/ips',
  ],
  feeds: [
    'GET POST /api/workspace/feeds',
    'POST /api/workspace/feeds/test',
    'GET PUT DELETE /api/workspace/feeds/{id}',
  ],
  similarity: [
    'GET /v3/similarity/ips/{ip}',
    'POST /v3/similarity/ips/{ip}/compare',
    'GET /v3/similarity/ips/{ip}/export',
    'GET /api/ip/{ip}/similarity',
    'GET /api/ip/{ip}/similarity/summary',
    'GET /api/ip/{ip}/similarity/{other}',
  ],
  sift: [
    'GET /api/workspace/sensors/sift',
    'GET /api/workspace/sensors/sift/{date}',
    'GET /api/workspace/sensors/sift/{date}/{record}',
  ],
  sessions: [
    'GET /v3/sessions',
    'GET /v3/sessions/fields',
    'GET /v3/sessions/counts',
    'GET /v3/sessions/connections',
    'GET /v3/sessions/timeseries',
    'GET /v3/sessions/unique',
    'GET /v3/sessions/export',
    'GET /v3/sessions/{id}',
    'GET /v3/sessions/{id}/frames',
    'GET /api/workspace/sessions',
    'GET /api/workspace/sessions/fields',
    'GET /api/workspace/sessions/unique',
    'GET /api/workspace/sessions/timeseries',
    'GET /api/workspace/sessions/counts',
    'GET /api/workspace/sessions/connections',
    'GET /api/workspace/sessions/{id}',
  ],
  tagAddresses: ['GET /v3/tags/{id}/ips', 'GET /v3/tags/{id}/ips/download'],
  timeSeries: ['GET /v3/gnql/timeseries', 'GET /v3/gnql/timeseries/stats'],
  businessServices: [
    'GET /v3/bsi/lookup',
    'POST /v3/bsi/bulk',
    'GET /v3/bsi/download',
    'GET /v3/bsi/trust',
    'GET /v3/bsi/company',
    'GET /v3/bsi/category',
  ],
  callbacks: [
    'GET /v1/callback/ip/{ip}',
    'POST /v1/callback/ips',
    'POST /v1/callback/export-ips',
    'POST /v1/callback/overview',
  ],
  articles: [
    'GET /v3/articles',
    'GET /v3/articles/categories',
    'GET POST /v3/articles/rss-token',
    'GET /v3/articles/{id}',
  ],
  feedback: ['POST /v2/interesting/{ip}', 'GET /v2/request/{subcommand}'],
}
