/** A file of a source: its name as the publisher or a folder has it ("asn/asn-ipv4.csv.gz"), and where it lies now. */
export interface SourceFile {
  name: string
  path: string
}
