/** The bytes of one file, decompressed or not (unpack.ts looks). */
export type Bytes = AsyncIterable<Uint8Array>
