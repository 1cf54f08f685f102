import { type MapVersion, noVersion } from './mapVersion';

export interface MapHeader {
	readonly compiler?: string;
	readonly compilerVersion?: string;
	readonly minimumApi?: number;
	/** First digits of the mapping hash, seven by default. */
	readonly mapId?: string;
	readonly mapHash?: string;
	readonly version: MapVersion;
	readonly versionText?: string;
}

export const emptyHeader: MapHeader = { version: noVersion };

export function withComment(header: MapHeader, line: string): MapHeader | undefined {
	const [, key, value = ''] = /^\s*#\s*([a-z_]{1,40}):\s*(\S.{0,200})$/.exec(line.trimEnd()) ?? [];
	switch (key) {
		case 'compiler':
			return { ...header, compiler: value };
		case 'compiler_version':
			return { ...header, compilerVersion: value };
		case 'min_api':
			return /^\d{1,6}$/.test(value) ? { ...header, minimumApi: Number(value) } : undefined;
		case 'pg_map_id':
			return { ...header, mapId: value.toLowerCase() };
		case 'pg_map_hash': {
			const [, hash] = /^(?:SHA-256\s+)?([\da-f]{8,64})$/i.exec(value) ?? [];
			return hash === undefined ? undefined : { ...header, mapHash: hash.toLowerCase() };
		}
		default:
			return undefined;
	}
}
