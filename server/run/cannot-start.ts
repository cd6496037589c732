/** Why the server cannot start here, in words for the operator. */
export class CannotStart extends Error {}
