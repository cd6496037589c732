import { ClickHouseLogLevel, createClient } from '@clickhouse/client'
import { statementSettings } from './settings.ts'

/** Where one user's requests go. */
export interface Endpoint {
  url: string
  user: string
  password: string
  /** The header a launched engine demands; absent for a server named by URL, which gets Basic credentials. */
  header?: { name: string; value: string }
}

/** Seconds a statement may take, rows an answer may have (0: any number). */
export interface Bounds {
  seconds: number
  rows: number
}

/** Statements wait for one of 32 connections; what ends them must not wait behind them. */
export const connectBoth = (endpoint: Endpoint, bounds: Bounds) => {
  const [client, killer] = [connect(endpoint, bounds), connect(endpoint, bounds)]
  const close = async (): Promise<void> => {
    await Promise.all([client.close(), killer.close()])
  }
  return { endpoint, client, killer, close }
}

const connect = ({ url, user, password, header }: Endpoint, bounds: Bounds) =>
  createClient({
    url,
    // A little longer than the engine's own limit, so that its answer comes first.
    request_timeout: bounds.seconds * 1000 + 5000,
    max_open_connections: 32,
    use_multipart_params_auto: true,
    // The client would print failed statements with their values.
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: statementSettings(bounds),
    ...(header
      ? {
          set_basic_auth_header: false,
          http_headers: {
            [header.name]: header.value,
            'X-ClickHouse-User': user,
            'X-ClickHouse-Key': password,
          },
        }
      : { username: user, password }),
  })
