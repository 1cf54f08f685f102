import { readFile } from 'node:fs/promises';
import zlib from 'node:zlib';
import { type FileMetaData, parquetMetadata, parquetReadObjects } from 'hyparquet';

interface ReadBack {
	readonly metadata: FileMetaData;
	/** Of the columns, in their order. */
	readonly names: readonly string[];
	readonly rows: readonly (readonly unknown[])[];
}

/** What another program reads of a file of Parquet. */
export async function readParquet(path: string): Promise<ReadBack> {
	const bytes = await readFile(path);
	const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
	const metadata = parquetMetadata(file);
	const names = metadata.schema.slice(1).map(({ name }) => name);
	const compressors = {
		ZSTD: (input: Uint8Array) => new Uint8Array(zlib.zstdDecompressSync(input)),
		GZIP: (input: Uint8Array) => new Uint8Array(zlib.gunzipSync(input)),
	};
	const objects = metadata.num_rows === 0n ? [] : await parquetReadObjects({ file, metadata, compressors });
	return { metadata, names, rows: objects.map((object) => names.map((name) => object[name])) };
}
