import type { CaptchaShown } from '#model/captcha.ts'
import type { ThirdParties } from '#model/third-parties.ts'
import { can, type FileUploadSize } from '#model/entitlements.ts'
import { lackingGroups, type PlanLimits } from '#model/ip-document/groups.ts'
import { searchLimitOf, type SearchUse } from '#model/account/search-week.ts'
import type { SignupStep } from '#model/account/user.ts'
import type { Site } from '#model/site.ts'
import { getUser } from './account/get-user.ts'
import { cveAnalysis } from './analysis/cve-report.ts'
import { ipAnalysis, seenInList } from './analysis/ip-report.ts'
import { cveAnalyses, ipAnalyses } from './analysis/list.ts'
import { unseenInList } from './analysis/unseen.ts'
import { planOf } from './account/plan.ts'
import { getSignInMethods } from './account/second-factor.ts'
import { listSignIns } from './account/sign-ins.ts'
import { has, type Right } from './access.ts'
import type { Ctx } from './context.ts'
import { listDisputes } from './disputes/answer.ts'
import { listCves } from './cve/list.ts'
import { lookUpCve } from './cve/look-up.ts'
import { home, isEmpty } from './home/report.ts'
import { canonicalAddress } from './ip/address.ts'
import { lookUpIp } from './ip/ip-report.ts'
import { ipOfPage, type OneIp } from './ip/find-many.ts'
import { proofOfTag } from './ip/proof.ts'
import { ipTimeline } from './ip/timeline-report.ts'
import { queryIps } from './ip/query-report.ts'
import { estimatePcap } from './pcap/estimate.ts'
import { listPcaps } from './pcap/find.ts'
import { packetsKept } from './pcap/kept.ts'
import { pcapRoom } from './pcap/room.ts'
import { jobStatuses as jobs } from './server/jobs.ts'
import type { Scope } from './scope.ts'
import { sourcesReport as sources } from './sources/report.ts'
import { type InviteSeen, seeInvite } from './sign-in/invites.ts'
import type { AccountsCtx, SignupRule } from './sign-in/accounts-ctx.ts'
import { everySensor, listSensors } from './sensors/list.ts'
import { getSensor } from './sensors/one.ts'
import { getProfile, listProfiles } from './sensors/profiles.ts'
import { sessionsOfTag } from './sessions/of-tag.ts'
import { suggest } from './suggest/suggest.ts'
import { listTags } from './tags/list.ts'
import { tagReport } from './tags/report.ts'
import { trends } from './trends/report.ts'
import { listChanges } from './workspace/changes.ts'
import { getWorkspaceKey } from './workspace/key.ts'
import { listNamedKeys } from './workspace/named-keys.ts'
import { workspaceRemoval } from './workspace/remove.ts'
import { listPeople } from './workspace/people.ts'

/** The verbs of pages. */
export const pageVerbs = {
  lookUpIp,
  proofOfTag,
  sessionsOfTag,
  ipTimeline,
  queryIps,
  lookUpCve,
  listCves,
  home,
  isEmpty,
  suggest,
  listTags,
  tagReport,
  trends,
  sources,
  jobs,
  getUser,
  planOf,
  listSignIns,
  getSignInMethods,
  getWorkspaceKey,
  listNamedKeys,
  workspaceRemoval,
  listPeople,
  listChanges,
  ipAnalyses,
  ipAnalysis,
  cveAnalyses,
  cveAnalysis,
  seenInList,
  unseenInList,
  listDisputes,
  listPcaps,
  estimatePcap,
  packetsKept,
  pcapRoom,
  listSensors,
  everySensor,
  getSensor,
  listProfiles,
  getProfile,
}

/** Who is signed in, as every page shows it. */
export interface FrameUser {
  /** "" until it was told. */
  name: string
  email: string
  workspace: string
  workspaceId: string
  /** What is left of signing up. */
  step: SignupStep | null
  /** Signed up with a consumer address. */
  isConsumer: boolean
  /** Whether there is a key to make: the plan has the API. */
  hasApi: boolean
  hasSensors: boolean
  /** They answer disputes and look after every account. */
  runsInstallation: boolean
  /** What the form that signs out sends along. */
  csrfToken: string
}

export interface TrialOffer {
  /** null: by a message to support. */
  url: string | null
}

type Bound<V> = V extends (ctx: Ctx, ...input: infer Input) => infer Output
  ? (...input: Input) => Output
  : never

/** What a page may call, bound to who is asking. `app/` imports this type and nothing else. */
export type Services = { readonly [Name in keyof typeof pageVerbs]: Bound<(typeof pageVerbs)[Name]> } & {
  /** Whether the plan of who asks holds a right. */
  can(right: Right): boolean
  /** What the plan of who asks leaves out. */
  plan: PlanLimits
  /** MB that files for analyses may have. */
  fileUploadSize: FileUploadSize
  /** null for who is not signed in. */
  user: FrameUser | null
  /** Whether the workspace of who asks feeds the global records. */
  workspacePublishes: boolean
  /** Who may make an account. */
  signup: SignupRule
  /** Whether a message to support arrives anywhere. */
  hasSupport: boolean
  /** How who asks may ask for a trial; null: not at all. */
  trial: TrialOffer | null
  /** The provider of sign-ins, as people know it; null where there is none. */
  provider: string | null
  /** Whether people sign in with a password kept here; else by the provider alone. */
  localAccounts: boolean
  /** The path of the page that asks to sign in. */
  loginPage: string
  /** Whether who is not signed in is told that an address is nobody's; else asked to sign in first. */
  isNotFoundOpen: boolean
  /** Seconds between two looks whether a sign-in still stands; 0: none. */
  sessionRefreshSeconds: number
  /** The bot check; null where there is none. */
  captcha: CaptchaShown | null
  /** Scripts of others on pages. */
  thirdParties: ThirdParties
  /** Whether the documentation is elsewhere and asks for a token. */
  hasDocs: boolean
  /** What the operator says on every page. */
  site: Site
  /** How the searches stand; null where the plan has no limit. */
  searchUse(): Promise<SearchUse | null>
  /** An address as it is written here. @throws Refusal 'invalid-address' */
  addressIn(text: string): Promise<string>
  /** The record of an address as the API gives it, JSON. @throws Refusal 'invalid-address' */
  ipRecordText(ip: string): Promise<string>
  /** Of a link's token. @throws Refusal 'not-found' */
  seeInvite(token: string): Promise<InviteSeen>
}

/** What pages know beside the verbs. */
export interface Beside {
  signIn: AccountsCtx
  /** The token of the sign-in with this id. */
  csrfOf: (signIn: string) => string
  hasSupport: boolean
  /** Where one asks for a trial; null: by a message to support. */
  trialUrl: string | null
  provider: string | null
  localAccounts: boolean
  loginPage: string
  isNotFoundOpen: boolean
  sessionRefreshSeconds: number
  /** The bot check; null where there is none. */
  captcha: CaptchaShown | null
  thirdParties: ThirdParties
  hasDocs: boolean
  site: Site
  writeIpRecord: (found: OneIp, scope: Scope) => string
}

export function bind(ctx: Ctx, { signIn, csrfOf, trialUrl, writeIpRecord, ...beside }: Beside): Services {
  const bound = Object.entries(pageVerbs).map(([name, run]) => [
    name,
    (...input: unknown[]) => (run as (ctx: Ctx, ...input: unknown[]) => unknown)(ctx, ...input),
  ])
  const { scope } = ctx
  return {
    ...(Object.fromEntries(bound) as { [Name in keyof typeof pageVerbs]: Services[Name] }),
    can: (right) => has(scope, right),
    plan: { historicDays: scope.plan.historicDays, lacking: lackingGroups(scope.plan) },
    fileUploadSize: scope.plan.fileUploadSize,
    user: scope.kind === 'user' ? frameUser(scope, csrfOf) : null,
    workspacePublishes: scope.kind !== 'visitor' && scope.publish,
    trial: trialOf(scope, { trialUrl, hasSupport: beside.hasSupport }),
    signup: signIn.signup,
    ...beside,
    searchUse: async () => (searchLimitOf(scope.plan) === null ? null : ctx.searches.use()),
    addressIn: async (text) => canonicalAddress(text),
    ipRecordText: async (ip) => writeIpRecord(await ipOfPage(ctx, ip), scope),
    seeInvite: (token) => seeInvite(signIn, { token }),
  }
}

/** Whoever has an account whose plan may be tried out with more, where anybody hears of it. */
function trialOf(
  scope: Scope,
  { trialUrl, hasSupport }: Pick<Beside, 'trialUrl' | 'hasSupport'>,
): TrialOffer | null {
  if (scope.kind !== 'user' || !can(scope.plan, 'feature-trial')) return null
  return trialUrl !== null || hasSupport ? { url: trialUrl } : null
}

function frameUser(scope: Extract<Scope, { kind: 'user' }>, csrfOf: Beside['csrfOf']): FrameUser {
  const { user, plan, workspace } = scope
  const { name, email, workspaceName, step, signIn } = user
  return {
    name,
    email,
    workspace: workspaceName,
    workspaceId: workspace,
    step,
    isConsumer: can(plan, 'feature-consumer-email'),
    hasApi: can(plan, 'feature-api'),
    hasSensors: has(scope, 'workspace') && can(plan, 'feature-sensors'),
    runsInstallation: has(scope, 'installation'),
    csrfToken: csrfOf(signIn),
  }
}
