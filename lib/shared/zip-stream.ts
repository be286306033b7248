import { Zip, ZipDeflate } from 'fflate';

/** A file of an archive; its path has `/` between folders. */
export interface FileToZip {
  readonly path: string;
  readonly content: string;
  readonly modified: Date;
}

/** A zip archive of these files, piece by piece as they come: not more than one of them is held at a time. */
export async function* zipStream(files: AsyncIterable<FileToZip>): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, chunk) => {
    failure ??= error;
    ready.push(chunk);
  });
  const drain = () => {
    if (failure) throw failure;
    const chunks = ready;
    ready = [];
    return chunks;
  };
  const encoder = new TextEncoder();
  for await (const { path, content, modified } of files) {
    const entry = new ZipDeflate(path);
    entry.mtime = modified;
    zip.add(entry);
    entry.push(encoder.encode(content), true);
    yield* drain();
  }
  zip.end();
  yield* drain();
}
