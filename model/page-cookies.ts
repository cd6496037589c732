/**
 * The cookies that pages are made of: the reader's settings, the answer to the notice about cookies, the last export of a query. A page is
 * kept and sent again to whoever has the same ones (server/pages/key.ts), so pages are shown no others: one that is missing here has no effect.
 */
const ofPages = /^(?:sessionSettings=|cookieconsent_status=|export-)/

/** @param header the whole Cookie header, "" when there is none */
export const pageCookies = (header: string): string =>
  header
    .split(/; */)
    .filter((one) => ofPages.test(one))
    .join('; ')
