import type { CveReport } from '#model/cve-report.ts'
import type { Intention, TagCategory } from '#model/tag.ts'
import type {
  HomeReport,
  IpReport,
  QueryReport,
  SourcesReport,
  ServerStatus,
  TagList,
  TagReport,
  TrendReport,
  TrendSort,
} from '#model/views.ts'

/** The verbs a page may call, bound to who is asking (services/bind.ts). `app/` imports this type and nothing else. */
export interface Services {
  /** @throws Refusal 'invalid-address' when `ip` is no IPv4 or IPv6 address. */
  lookUpIp(input: { ip: string }): Promise<IpReport>
  /** Text that cannot be understood comes back as a report with `ran: false`, never as an exception. */
  queryIps(input: { query: string; scrollToken?: string; size?: number }): Promise<QueryReport>
  /** @throws Refusal 'invalid-cve', 'not-found' */
  lookUpCve(input: { cve: string }): Promise<CveReport>
  home(): Promise<HomeReport>
  listTags(input: {
    search: string
    categories?: readonly TagCategory[] | undefined
    intention?: Intention | undefined
    hasCve: boolean
    sort: 'active' | 'name' | 'newest'
    page: number
  }): Promise<TagList>
  /** @throws Refusal 'not-found' */
  tagReport(input: { tag: string; days: number }): Promise<TagReport>
  trends(input: {
    sort: TrendSort
    intention?: Intention | undefined
    categories?: readonly TagCategory[] | undefined
  }): Promise<TrendReport>
  sources(): Promise<SourcesReport>
  status(): Promise<ServerStatus>
}
