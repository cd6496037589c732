import type { Generated, Kysely } from 'kysely'

/**
 * The application's tables in types both dialects have: ids are text (UUIDv7), times integer milliseconds UTC,
 * yes and no are 1 and 0, JSON is text. `sum`: the checksum of a row (row-sum.ts), null in what an older release wrote. The modules beside this file turn them into and out of their real shapes.
 */
export interface Tables {
  workspaces: { id: string; name: string; publish: number; created: number; sum: number | null }
  api_keys: {
    id: string
    /** SHA-256 of the secret, hex. The secret itself is nowhere. */
    hash: string
    workspace: string
    role: string
    created: number
    /** 0: never. */
    last_used: number
    /** "" for a key that nobody named. */
    name: Generated<string>
    /** Its last four characters, "" for one of an older release. */
    tail: Generated<string>
    /** "user ID", "" for the server's own. */
    made_by: Generated<string>
    /** 0: never. */
    expires: Generated<number>
    sum: number | null
  }
  captures: {
    id: string
    workspace: string
    name: string
    sha256: string
    bytes: number
    shift_ms: number
    sessions: number
    report: string
    origin: string
    kind: Generated<string>
    created: number
    batch: Generated<string>
    sensor: Generated<string>
    days: Generated<string>
    refused: Generated<string>
    published: Generated<number>
    sum: number | null
  }
  custom_rules: { workspace: string; slug: string; rule: string }
  /** Grows with every change of a workspace's rules. */
  custom_rule_versions: { workspace: string; version: number }
  settings: { key: string; value: string }
  /** What tasks.ts calls tasks; the table keeps its first name. */
  jobs: {
    id: string
    kind: string
    payload: string
    run_at: number
    /** Until when a worker holds it; 0: nobody does. */
    lease_until: number
    attempts: Generated<number>
    last_error: Generated<string>
    done: Generated<number>
    /** Whose it is, "" for the installation's own. */
    workspace: Generated<string>
  }
  users: {
    id: string
    email: string
    /** What it is found by (model/account/user.ts). */
    email_key: string
    email_verified: number
    first_name: string
    last_name: string
    username: string
    title: string
    company: string
    vertical: string
    /** "": nobody said; the same of the days. */
    offering: string
    expires: string
    trial_end: string
    trial_offering: string
    active_workspace: string
    /** argon2id in the PHC format, "" for who has none. */
    password: string
    created: number
    sum: number
  }
  members: { workspace: string; user: string; owner: number; created: number; sum: number }
  sign_ins: {
    /** SHA-256 of what the browser holds, hex. */
    hash: string
    id: string
    user: string
    created: number
    /** When the user last proved who they are. */
    authenticated: number
    last_used: number
    address: string
    agent: string
    sum: number
  }
  invites: {
    /** SHA-256 of what the link holds, hex. */
    id: string
    workspace: string
    /** "": of whoever has the link. */
    email: string
    owner: number
    inviter: string
    created: number
    expires: number
    /** 0: not yet. */
    accepted: number
    sum: number
  }
  mailed_tokens: {
    hash: string
    user: string
    purpose: string
    /** The address it was sent to. */
    email: string
    expires: number
    sum: number
  }
  identities: { issuer: string; subject: string; user: string; created: number; sum: number }
  second_factors: {
    user: string
    /** The seed of codes, sealed (services/sign-in/sealed.ts). */
    seed: string
    /** 0 until a first code was right. */
    confirmed: number
    /** The time step of the last code that was used. */
    last_step: number
    created: number
    sum: number
  }
  /** What is used goes. */
  recovery_codes: { user: string; hash: string; created: number; sum: number }
  passkeys: {
    /** As the authenticator names it, base64url. */
    id: string
    user: string
    /** COSE, base64url. */
    public_key: string
    counter: number
    /** JSON. */
    transports: string
    name: string
    created: number
    /** 0: never. */
    last_used: number
    sum: number
  }
  saved_queries: {
    id: string
    user: string
    /** SHA-256 of the query, hex: texts this long cannot be told apart by an index. */
    hash: string
    /** "": none of its own. */
    name: string
    gnql: string
    /** How its page shows it, as the address says: "?sort=severity". */
    view: string
    created: number
    sum: number
  }
  recent_searches: {
    id: string
    user: string
    /** Of searchDatasets. */
    dataset: string
    text: string
    searched: number
    sum: number
  }
  disputes: {
    id: string
    ip: string
    claim: string
    explanation: string
    email: string
    /** null of a visitor. */
    user: string | null
    /** "user ID", or what the address of mail is found by. */
    sender: string
    created: number
    /** 0 while it waits for an answer. */
    closed: number
    sum: number
  }
  operator_answers: {
    id: string
    ip: string
    /** "": a dispute was declined, and nothing set. */
    verdict: string
    note: string
    at: number
    /** 0: for ever. */
    until: number
    /** 0: it stands. */
    undone: number
    sum: number
  }
  /** `done`: 0 while it can be undone. */
  workspace_removals: { workspace: string; due: number; asked_by: string; done: number; sum: number }
  /** Sealed; `due`: when the provider is asked again. */
  provider_tokens: { sign_in: string; refresh: string; due: number; sum: number }
  /** Under hashes; `count_before` and `at_before` as they stood before the last one. */
  failed_attempts: {
    key: string
    count: number
    at: number
    count_before: number
    at_before: number
    trusted: number
  }
  used_tokens: { token: string; expires: number }
  analyses: {
    id: string
    workspace: string
    /** "" for a key. */
    user: string
    kind: string
    name: string
    file_name: string
    bytes: number
    /** Ids of files; "": there is none. */
    input: string
    result: string
    state: string
    read: number
    /** JSON. */
    totals: string
    error: string
    shared: number
    created: number
    expires: number
  }
  sensors: {
    id: string
    workspace: string
    name: string
    /** SHA-256 of its token, hex; "" once it has ended. */
    token_hash: string
    profile: string
    /** Of a profile of the workspace; 0 of a shipped one. */
    profile_version: number
    ip_address: string
    hostname: string
    os: string
    arch: string
    publish: number
    capturing: number
    config_version: number
    /** JSON. */
    excluded: string
    /** JSON. */
    network_ports: string
    /** How a sensor of the demo fares; "" of a real one. */
    simulation: string
    created: number
    enrolled: number
    /** When it was uninstalled; 0: it was not. */
    ended: number
    /** When it was taken off the list; 0: it is on it. */
    removed: number
    sum: number
  }
  /** Written with every heartbeat and batch, and worth nothing: no checksum. */
  sensor_health: {
    sensor: string
    workspace: string
    /** 0: never. */
    last_heartbeat: number
    started: number
    agent_version: string
    config_version: number
    /** JSON. */
    said: string
    /** JSON: differences of clocks, the newest last. */
    skews: string
    last_batch: number
    lag: number
    /** 0: it is heard of, or nobody was told yet. */
    silence_told: number
  }
  install_tokens: {
    id: string
    hash: string
    workspace: string
    profile: string
    made_by: string
    created: number
    expires: number
    /** "" until it was used. */
    sensor: string
    sum: number
  }
  sensor_batches: {
    sensor: string
    id: string
    workspace: string
    capture: string
    sessions: number
    bytes: number
    /** When it was taken, or claimed. */
    received: number
    /** Name of the spool that it goes into; "" once it is there. */
    claim: string
  }
  sensor_profiles: {
    id: string
    workspace: string
    version: number
    /** JSON; "" in the version that removed it. */
    profile: string
    made_by: string
    created: number
    sum: number
  }
  sensor_changes: {
    id: string
    workspace: string
    sensor: string
    version: number
    actor: string
    /** JSON. */
    what: string
    at: number
  }
  pcaps: {
    id: string
    workspace: string
    user: string
    since: number
    until: number
    /** JSON. */
    sensors: string
    query: string
    /** JSON. */
    estimate: string
    state: string
    captures: number
    packets: number
    bytes: number
    sha256: string
    file: string
    error: string
    created: number
    expires: number
  }
  removed_packets: { capture: string; workspace: string; at: number }
  search_usage: { who: string; week: number; used: number }
  search_requests: { who: string; request: string; week: number }
  audit_log: {
    id: string
    /** "" for what is of no workspace. */
    workspace: string
    actor: string
    act: string
    subject: string
    before: string
    after: string
    address: string
    at: number
  }
}

/**
 * A handle on the database or on a transaction: every function of this folder takes either, so that acts can commit together.
 * Everybody else is given repositories (workspace.ts, installation.ts); lint refuses this type elsewhere.
 */
export type AppDatabase = Kysely<Tables>
