import * as assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KeyedQueue } from '../../../../../src/core/common/keyedQueue';
import { usualHalving } from '../../../../../src/core/export/chunks/splitRules';
import type { ExportDependencies } from '../../../../../src/core/export/library/exportDependencies';
import { applicationFolder } from '../../../../../src/core/export/library/library';
import { ExportLocks } from '../../../../../src/core/locks/exportLock';
import { utc, type Zone } from '../../../../../src/core/plan/range';
import { newSetFolderName } from '../../../../../src/core/sync/model/names';
import type { SyncedSet, SyncPlan } from '../../../../../src/core/sync/model/syncedSet';
import { readSet, writeSet } from '../../../../../src/core/sync/store/setFolder';
import { runIncrementalSync, type UpdateProgress } from '../../../../../src/core/sync/update/incrementalSync';
import { neverAborted } from '../../export/support/bodies';
import { quickFiles } from '../../export/support/failingFiles';
import { recordsIn } from '../../export/support/fakeService';
import { service } from '../../export/support/library';

export const syncedFields = ['error', 'os_name', 'error_receive_timestamp'];

interface WorldOptions {
	readonly zone?: Zone;
	readonly plan?: Partial<SyncPlan>;
	readonly dependencies?: Partial<ExportDependencies>;
}

/** Shared by all tests, because each instance starts a thread. */
const locks = new ExportLocks();

export class SyncWorld {
	/** Time of the machine's clock in Unix milliseconds. */
	now = 0;
	isOpen = false;
	readonly folder: string;
	private readonly dependencies: ExportDependencies;

	constructor(
		library: string,
		exportErrors: ExportDependencies['exportErrors'],
		private readonly options: WorldOptions = {},
	) {
		this.folder = join(applicationFolder(library, service, '101'), newSetFolderName());
		mkdirSync(this.folder, { recursive: true });
		this.dependencies = {
			exportErrors,
			queue: new KeyedQueue(),
			running: new Set(),
			locks,
			rules: { ...usualHalving, minBeforeBreak: 0 },
			files: quickFiles,
			now: () => new Date(this.now),
			...options.dependencies,
		};
	}

	get zone(): Zone {
		return this.options.zone ?? utc;
	}

	async begin(since: string): Promise<void> {
		const plan: SyncPlan = {
			application: { id: '101', name: 'Shop for Android' },
			format: 'csv',
			fields: syncedFields,
			filters: [],
			skipUnavailableShards: false,
			since,
			...this.options.plan,
		};
		await writeSet(this.folder, { version: 1, service, plan, zone: this.zone, days: [] }, quickFiles);
	}

	update(
		signal: AbortSignal = neverAborted,
		report: (progress: UpdateProgress) => void = () => {},
		zone = this.zone,
		days?: readonly string[],
		unlessWithinMs?: number,
	): Promise<SyncedSet> {
		const isOpen = async () => this.isOpen;
		return runIncrementalSync(
			{ folder: this.folder, zone, additionalFields: [], isOpen, days, unlessWithinMs },
			this.dependencies,
			signal,
			report,
		);
	}

	async change(change: (set: SyncedSet) => SyncedSet): Promise<void> {
		await writeSet(this.folder, change(await this.set()), quickFiles);
	}

	async set(): Promise<SyncedSet> {
		const found = await readSet(this.folder);
		assert.ok(found);
		return found.set;
	}

	async records(): Promise<string[]> {
		const { days, plan } = await this.set();
		return days
			.flatMap(({ partition }) =>
				partition ? recordsIn(this.getText(partition.folder, partition.file), plan.format, plan.fields) : [],
			)
			.toSorted();
	}

	getText(folder: string, file: string): string {
		return readFileSync(join(this.folder, folder, file), 'utf8');
	}
}
