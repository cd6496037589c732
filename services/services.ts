import type { HomeReport, IpReport, QueryReport, Standing } from '#model/views.ts'

/** The verbs a page may call, bound to who is asking (services/bind.ts). `app/` imports this type and nothing else. */
export interface Services {
  /** @throws Refusal 'invalid-address' when `ip` is no IPv4 or IPv6 address. */
  lookUpIp(input: { ip: string }): Promise<IpReport>
  /** Text that cannot be understood comes back as a report with `ran: false`, never as an exception. */
  queryIps(input: { query: string; scrollToken?: string; size?: number }): Promise<QueryReport>
  home(): Promise<HomeReport>
  standing(): Promise<Standing>
}
