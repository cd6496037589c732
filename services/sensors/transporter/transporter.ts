/** The device whose connections a transporter may carry: that of a profile of a workspace. */
export interface Transporter {
  workspace: string
  profile: string
}
