import { createQueries } from '../../../../../../../src/core/records/queries';
import type { SiteQueries } from '../../../../../../../src/core/records/query/crashSites/siteAnswers';
import {
	FoundMappings,
	type OriginMappings,
} from '../../../../../../../src/core/records/query/execution/foundMappings';
import type { Table } from '../../../../../../../src/core/records/table/table';
import { KnownMapIds } from '../../../../../../../src/core/stack/mapping/knownMapIds';
import { OpenMappings } from '../../../../../../../src/core/stack/mapping/openMappings';
import { OwnCode } from '../../../../../../../src/core/stack/own/ownCode';
import { MemoryTable, type TestColumn } from '../../support/memoryTable';

export interface Row {
	readonly error?: string;
	readonly json?: string;
	readonly version?: string;
	readonly build?: string;
	readonly device?: string;
	readonly time?: string;
}

interface Options {
	readonly own?: readonly string[];
	readonly store?: 'raw' | 'dictionary';
	readonly devices?: TestColumn['store'];
	readonly found?: readonly OriginMappings[];
}

export type AskSites = {
	readonly [Q in keyof SiteQueries]: (params: SiteQueries[Q]['params']) => Promise<SiteQueries[Q]['result']>;
};

export const frame = (type: string, method: string, line: number) =>
	`com.example.${type}.${method}(${type}.kt:${line})`;

export function javaTrace(header: string, ...frames: readonly string[]): string {
	return [header, ...frames.map((one) => (/^(?:Caused by|\t*\.\.\.)/.test(one) ? one : `\tat ${one}`))].join('\n');
}

export function getTable(rows: readonly Row[], { store = 'raw', devices = 'dictionary' }: Options = {}): MemoryTable {
	return new MemoryTable({
		columns: [
			{ name: 'error', kind: 'text', store },
			{ name: 'error_json', kind: 'text', store },
			{ name: 'app_version_name', kind: 'version', store: 'dictionary' },
			{ name: 'analytics_device_id', kind: 'text', store: devices },
			{ name: 'error_timestamp', kind: 'time', store: 'integer' },
			{ name: 'app_package_name', kind: 'text', store: 'dictionary' },
			{ name: 'os_name', kind: 'text', store: 'dictionary' },
			...(rows.some(({ build }) => build !== undefined)
				? [{ name: 'Build-Number', kind: 'text', store: 'dictionary' } as const]
				: []),
		],
		rows: rows.map(({ error = '', json = '', version = '', device = '', time = '', build = '' }) => [
			error,
			json,
			version,
			device,
			time,
			'com.example.shop',
			'android',
			build,
		]),
	});
}

export function askingSites(table: Table, own = () => new OwnCode([])) {
	const { sites, answer, useMappings } = createQueries(table, own);
	const context = { signal: new AbortController().signal, report: () => undefined };
	const ask: AskSites = {
		crashSites: async (params) => sites.crashSites(params, context),
		countSites: async (params) => sites.countSites(params, context),
		filesWithSites: async (params) => sites.filesWithSites(params, context),
		filesOfRecords: async (params) => sites.filesOfRecords(params, context),
	};
	return { ask, sites, answer, useMappings };
}

/** Returns `Type.method:line` of each site, with its number of records and of errors thrown there, by version. */
export async function shownSites(ask: AskSites, name: string): Promise<string[]> {
	const { sites } = await ask.crashSites({ names: [name] });
	return sites.map(({ question: { frame }, versions }) => {
		const { type = '', method, line1 } = frame;
		const counts = versions.map(({ name, records, threw }) => `${name} ${records}/${threw}`);
		return `${type.split('.').at(-1)}.${method}:${line1} ${counts.join(', ')}`;
	});
}

export function sitesAsk(rows: readonly Row[], options: Options = {}) {
	let own = new OwnCode(options.own ?? []);
	const table = getTable(rows, options);
	const { ask, sites, answer, useMappings } = askingSites(table, () => own);
	const use = (found: readonly OriginMappings[]) =>
		useMappings(new FoundMappings(found, new OpenMappings(), new KnownMapIds()));
	use(options.found ?? []);
	return {
		ask,
		answer,
		use,
		shown: (name: string) => shownSites(ask, name),
		become: (names: readonly string[]) => {
			own = new OwnCode(names);
		},
		aborted: async () => {
			const controller = new AbortController();
			const asked = sites.crashSites({ names: ['Cart.kt'] }, { signal: controller.signal, report: () => undefined });
			controller.abort();
			return asked;
		},
	};
}
