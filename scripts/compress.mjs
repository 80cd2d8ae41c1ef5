// Writes a .br and a .gz beside every file of a folder that gets smaller by it.
// Usage: node compress.mjs FOLDER
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

const folder = process.argv[2];
if (!folder) throw new Error("usage: node compress.mjs FOLDER");

const encoders = {
  ".br": (bytes) =>
    brotliCompressSync(bytes, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      },
    }),
  ".gz": (bytes) => gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }),
};

for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
  if (!entry.isFile() || /\.(br|gz)$/.test(entry.name)) continue;
  // parentPath came with Node 20.12; path is its older name.
  const file = join(entry.parentPath ?? entry.path, entry.name);
  const bytes = readFileSync(file);
  for (const [suffix, encode] of Object.entries(encoders)) {
    const packed = encode(bytes);
    // A picture is compressed already: serving it packed would only cost time.
    if (packed.length < bytes.length) writeFileSync(file + suffix, packed);
  }
}
