import { readFile } from 'node:fs/promises';
import zlib from 'node:zlib';
import { type FileMetaData, parquetMetadata, parquetReadObjects } from 'hyparquet';
import { DEFAULT_PARSERS } from 'hyparquet/src/convert.js';

interface ReadBack {
	readonly metadata: FileMetaData;
	readonly names: readonly string[];
	/** Values as text. Null values are ''. */
	readonly rows: readonly (readonly string[])[];
}

export async function readParquet(path: string): Promise<ReadBack> {
	const bytes = await readFile(path);
	const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length);
	const metadata = parquetMetadata(file);
	const names = metadata.schema.slice(1).map(({ name }) => name);
	const compressors = {
		ZSTD: (input: Uint8Array) => new Uint8Array(zlib.zstdDecompressSync(input)),
		GZIP: (input: Uint8Array) => new Uint8Array(zlib.gunzipSync(input)),
	};
	const parsers = { ...DEFAULT_PARSERS, timestampFromMicroseconds };
	const objects = metadata.num_rows === 0n ? [] : await parquetReadObjects({ file, metadata, compressors, parsers });
	return { metadata, names, rows: objects.map((object) => names.map((name) => textOf(object[name]))) };
}

function textOf(value: unknown): string {
	return String(value ?? '');
}

/** Formats microseconds, which `Date` can't represent. Omits zeros at the end of the fraction in groups of three. */
function timestampFromMicroseconds(micros: bigint): string {
	const fraction = String(((micros % 1_000_000n) + 1_000_000n) % 1_000_000n).padStart(6, '0');
	const seconds = new Date(Math.floor(Number(micros) / 1_000_000) * 1000).toISOString().slice(0, 19).replace('T', ' ');
	return fraction === '000000' ? seconds : `${seconds}.${fraction.replace(/000$/, '')}`;
}
