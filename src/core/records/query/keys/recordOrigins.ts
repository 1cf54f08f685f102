import type { Scheduler } from '../../../common/scheduler';
import { originColumns, type RecordOrigin } from '../execution/foundMappings';
import type { Snapshot } from '../execution/snapshot';
import type { KeyCodes } from './keyCodes';
import { textsOfCodes } from './keyCodes';

export interface RecordOrigins {
	readonly codes: Uint32Array;
	readonly origins: readonly RecordOrigin[];
	readonly bytes: number;
}

export async function recordOrigins(
	snapshot: Snapshot,
	keysOf: (column: number) => Promise<KeyCodes>,
	scheduler: Scheduler,
): Promise<RecordOrigins> {
	const codes = new Uint32Array(snapshot.records);
	let size = 1;
	const columns: (KeyCodes | undefined)[] = [];
	for (const name of originColumns) {
		const column = snapshot.indexOf(name);
		const keys = column === undefined ? undefined : await keysOf(column);
		columns.push(keys);
		if (keys) {
			size = await combine(codes, keys, scheduler);
		}
	}
	const counts = new Uint32Array(size);
	const firsts = new Uint32Array(size);
	await scheduler.forEachBatch(codes.length, (from, to) => {
		for (let record = from; record < to; record++) {
			const code = codes[record] ?? 0;
			if (counts[code] === 0) {
				firsts[code] = record;
			}
			counts[code] = (counts[code] ?? 0) + 1;
		}
	});
	const order = Array.from(counts.keys()).sort((a, b) => (counts[b] ?? 0) - (counts[a] ?? 0));
	const values: string[][] = [];
	for (const keys of columns) {
		const wanted = order.map((code) => keys?.codes[firsts[code] ?? 0] ?? 0);
		values.push(keys ? await textsOfCodes(snapshot, keys.texts, wanted, scheduler) : []);
	}
	const places = new Uint32Array(size);
	for (const [index, code] of order.entries()) {
		places[code] = index;
	}
	await scheduler.forEachBatch(codes.length, (from, to) => {
		for (let record = from; record < to; record++) {
			codes[record] = places[codes[record] ?? 0] ?? 0;
		}
	});
	const origins = order.map((_, index): RecordOrigin => {
		const [app_package_name = '', application_id = '', app_version_name = '', os_name = ''] = values.map(
			(texts) => texts[index] ?? '',
		);
		return { app_package_name, application_id, app_version_name, os_name };
	});
	return { codes, origins, bytes: codes.byteLength };
}

async function combine(codes: Uint32Array, { codes: others, size }: KeyCodes, scheduler: Scheduler): Promise<number> {
	const known = new Map<number, number>();
	await scheduler.forEachBatch(codes.length, (from, to) => {
		for (let record = from; record < to; record++) {
			const pair = (codes[record] ?? 0) * size + (others[record] ?? 0);
			let code = known.get(pair);
			if (code === undefined) {
				code = known.size;
				known.set(pair, code);
			}
			codes[record] = code;
		}
	});
	return known.size;
}
