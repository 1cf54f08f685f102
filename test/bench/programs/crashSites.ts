import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EngineClient, engineIn } from '../../../src/engine/engineClient';
import type { HostApi } from '../../../src/engine/protocol';
import type { RecordFilter } from '../../../src/shared/results';
import type { Handlers } from '../../../src/shared/rpc';
import { medianTime } from '../queryTimes';

const files = 50_000;
const session = 'bench';

const together = 50_000;

function writeRecords(path: string, records: number): void {
	writeFileSync(path, 'error,app_version_name,analytics_device_id,error_timestamp\n');
	for (let first = 0; first < records; first += together) {
		appendFileSync(path, getLines(first, Math.min(records, first + together)));
	}
}

function getLines(first: number, end: number): string {
	const lines: string[] = [];
	for (let record = first; record < end; record++) {
		const file = record % files;
		const frames = [file, (7 * file + 1) % files, 0].map(
			(number) => `\tat com.example.shop.Screen${number}.show(Screen${number}.kt:${(number % 900) + 1})`,
		);
		const trace = `java.lang.IllegalStateException: ${record % 3}\n${frames.join('\n')}`;
		lines.push(
			`"${trace}",4.${record % 40}.0,${10n ** 18n + 7_919n * BigInt(record % 30_000)},${1_700_000_000 + record}\n`,
		);
	}
	return lines.join('');
}

/** Measures the code marks of one file with a warm index, in the engine worker: `crashSites ENGINE RECORDS`. */
async function main(script: string, records: number): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'app-errors-sites-'));
	const engine = new EngineClient(engineIn(script), {} as Handlers<HostApi>, (error) => {
		throw error;
	});
	try {
		const path = join(folder, 'records.csv');
		writeRecords(path, records);
		await engine.call('openRecords', { session, path });
		const page = { order: 'records', descending: true, start: 0, end: 50, trendParts: 12 } as const;
		const groups = (filters: readonly RecordFilter[]) => {
			const params = { ...page, key: { kind: 'frames' }, view: { filters, sort: [] } } as const;
			return engine.call('queryRecords', { session, query: 'groups', params });
		};
		await groups([]);
		const started = performance.now();
		await engine.call('crashSites', { session, names: [] });
		const indexMs = performance.now() - started;
		const marks = async (name: string) => {
			const { sites, generation } = await engine.call('crashSites', { session, names: [name] });
			const sets = sites.map(({ id, versions }) => ({
				of: versions.map(({ code }) => ({ site: id, version: code })),
				threw: true,
			}));
			const counts = await engine.call('countSites', { session, generation, sets, maxGroups: 5 });
			return { sites, counts };
		};
		const none = async () => undefined;
		const one = await medianTime(none, () => marks('Screen77.kt'));
		const common = await medianTime(none, () => marks('Screen0.kt'));
		let asked = 0;
		// Results are cached, so each query is different. All of them cover all records.
		const pass = await medianTime(none, () =>
			groups([{ kind: 'oneOf', column: 1, values: [`x${asked++}`], not: true }]),
		);
		console.log(
			JSON.stringify({
				indexMs,
				ms: one.ms,
				commonMs: common.ms,
				groupPassMs: pass.ms,
				ratio: one.ms / pass.ms,
				commonRatio: common.ms / pass.ms,
				sites: one.result.sites.length,
				records: one.result.counts?.[0]?.records,
				commonRecords: common.result.sites[0]?.versions.reduce((sum, version) => sum + version.records, 0),
			}),
		);
	} finally {
		await engine.dispose();
		rmSync(folder, { recursive: true, force: true });
	}
}

void main(process.argv[2] ?? '', Number(process.argv[3] ?? 100_000));
