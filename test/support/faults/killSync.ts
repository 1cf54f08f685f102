import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { SyncPlan } from '../../../src/core/sync/model/syncedSet';
import { partitionPaths, readSet } from '../../../src/core/sync/store/setFolder';
import { type SampleServer, startSampleService } from '../../../src/sample/service';
import { Random } from '../random';
import type { KillOptions } from './kills';
import { recordsIn, valuesIn } from './oracle';
import { buildWindow, WindowProcess } from './windowProcess';

const zone = { kind: 'named', name: 'Europe/Berlin' } as const;

/** The range of the plan includes the end of daylight saving time. */
const plan: SyncPlan = {
	application: { id: '101', name: 'Shop for Android' },
	format: 'csv',
	fields: ['error', 'error_id', 'os_version', 'error_receive_timestamp'],
	filters: [],
	skipUnavailableShards: false,
	since: '2026-10-15',
};

export async function killUpdates({ kills, seed }: KillOptions): Promise<void> {
	const folder = mkdtempSync(join(tmpdir(), 'app-errors-kept-'));
	const random = new Random(seed);
	try {
		buildWindow(join(folder, 'programs'));
		await using service = await startSampleService({ records: 4000, seed, now: Date.UTC(2026, 10, 20, 9) });
		for (let killed = 0, sets = 0; killed < kills; sets++) {
			assert.ok(sets <= kills, 'updates end before they can be killed');
			killed += await fillOnce(service, folder, join(folder, `library-${sets}`), random, kills - killed);
		}
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

async function fillOnce(
	service: SampleServer,
	folder: string,
	library: string,
	random: Random,
	most: number,
): Promise<number> {
	const { url, token } = service;
	const open = () => WindowProcess.open(join(folder, 'programs'), { baseUrl: url, token });
	const begun = open();
	const set = await begun.call('createSyncedSet', { library, service: url, plan, zone });
	await begun.kill();
	for (let killed = 0; ; killed++) {
		const window = open();
		const left = killed < most ? 1 + random.below(40) : Number.POSITIVE_INFINITY;
		const isWhole = await updateUntil(window, set.folder, library, url, left, random.below(20));
		const found = await readSet(set.folder);
		assert.ok(found && !found.rebuilt, 'the manifest is there and whole');
		if (isWhole) {
			await compare(service, set.folder);
			return killed;
		}
	}
}

async function updateUntil(
	window: WindowProcess,
	folder: string,
	library: string,
	service: string,
	reports: number,
	delayMs: number,
): Promise<boolean> {
	let left = reports;
	let due = () => {};
	const reached = new Promise<void>((resolve) => {
		due = resolve;
	});
	const order = {
		account: { accountId: 'a', service, interactive: false },
		additionalFields: [],
		libraries: [library],
		folder,
		waitLimitMinutes: 5,
		zone,
	};
	const onProgress = () => {
		if (--left <= 0) {
			due();
		}
	};
	const running = window.call('updateSyncedSet', order, { onProgress }).then(() => true);
	try {
		return await Promise.race([running, reached.then(() => delay(delayMs, false))]);
	} finally {
		running.catch(() => undefined);
		await window.kill();
	}
}

async function compare(service: SampleServer, folder: string): Promise<void> {
	const { format, fields, filters, application, skipUnavailableShards } = plan;
	const range = { since: '2026-10-15 00:00:00', until: '2026-12-31 23:59:59', dateDimension: 'receive' } as const;
	const question = { application, format, fields, filters, skipUnavailableShards, byteOrderMark: false, ...range };
	const expected: string[] = [];
	for await (const values of service.recordsFor(question)) {
		expected.push(JSON.stringify(values));
	}
	assert.ok(expected.length > 1000, `${expected.length} records`);
	const found = (await partitionPaths(folder)).flatMap((path) =>
		valuesIn(recordsIn(readFileSync(path), format), fields).map((values) => JSON.stringify(values)),
	);
	assert.deepEqual(found.toSorted(), expected.toSorted());
}
