/**
 * The identity emulator's state, with pending mail codes, so that their links stay valid. It is copied from and to the
 * emulator's memory, because its own import ends every session.
 */

type User = { localId: string; providerUserInfo?: object[] }
type CodeMap = Map<string, object>

/** The part of the emulator's memory that is used here: firebase-tools, lib/emulator/auth/state.js. */
type Project = {
  users: Map<string, User>
  oobs: CodeMap
  verificationCodes: CodeMap
  temporaryProofs: CodeMap
  updateUserByLocalId(localId: string, fields: object, options: { upsertProviders: object[] }): unknown
}

export type AgentProject = Project & {
  config: object
  tenantProjectForTenantId: Map<string, Project & { tenantConfig: object }>
  createTenantWithTenantId(tenantId: string, tenant: object): unknown
}

type ProjectState = {
  users: User[]
  oobs?: [string, object][]
  verificationCodes?: [string, object][]
  temporaryProofs?: [string, object][]
}

export type IdentityState = ProjectState & {
  config: object | null
  tenants?: (ProjectState & { id: string; config: object })[]
}

const readProject = (project: Project): ProjectState => ({
  users: [...project.users.values()],
  oobs: [...project.oobs],
  verificationCodes: [...project.verificationCodes],
  temporaryProofs: [...project.temporaryProofs],
})

export const snapshot = (project: AgentProject): IdentityState => ({
  ...readProject(project),
  config: project.config,
  tenants: [...project.tenantProjectForTenantId].map(([id, tenant]) => ({
    id,
    config: tenant.tenantConfig,
    ...readProject(tenant),
  })),
})

export function restore(project: AgentProject, state: IdentityState): void {
  fillProject(project, state)
  Object.assign(project.config, state.config)
  for (const { id, config, ...tenant } of state.tenants ?? []) {
    project.createTenantWithTenantId(id, config)
    const tenantProject = project.tenantProjectForTenantId.get(id)
    if (tenantProject) fillProject(tenantProject, tenant)
  }
}

function fillProject(project: Project, state: ProjectState): void {
  for (const user of state.users) {
    project.users.set(user.localId, { localId: user.localId })
    // This also fills the indexes by address, number and provider.
    const upsertProviders = structuredClone(user.providerUserInfo ?? [])
    project.updateUserByLocalId(user.localId, structuredClone(user), { upsertProviders })
  }
  for (const name of ['oobs', 'verificationCodes', 'temporaryProofs'] as const) {
    for (const [key, value] of state[name] ?? []) project[name].set(key, value)
  }
}
