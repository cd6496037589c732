/**
 * What other programs read of every page: its one address, and the picture beside a link to it. Its title and description are
 * those of the page itself (page-texts.ts). @param url address of the server, without a path; "" where it is not known
 */
export function PageMeta({ url, path }: { url: string; path: string }) {
  return (
    <>
      <meta property="og:site_name" content="Noisefloor" />
      <meta property="og:type" content="website" />
      <meta name="twitter:card" content="summary_large_image" />
      {url !== '' && (
        <>
          <link rel="canonical" href={url + path} />
          <meta property="og:url" content={url + path} />
          <meta property="og:image" content={`${url}/open-graph.png`} />
          <meta property="og:image:width" content="1200" />
          <meta property="og:image:height" content="630" />
          <meta
            property="og:image:alt"
            content="Noisefloor: who is scanning the internet, and does it matter?"
          />
        </>
      )}
    </>
  )
}
