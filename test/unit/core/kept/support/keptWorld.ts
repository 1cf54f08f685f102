import * as assert from 'node:assert/strict';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KeyedQueue } from '../../../../../src/core/common/keyedQueue';
import type { ExportParts } from '../../../../../src/core/export/library/exportParts';
import { applicationFolder } from '../../../../../src/core/export/library/library';
import { usualHalving } from '../../../../../src/core/export/slices/halvingRules';
import type { KeptPlan, KeptSet } from '../../../../../src/core/kept/model/keptSet';
import { newSetFolderName } from '../../../../../src/core/kept/model/names';
import { readSet, writeSet } from '../../../../../src/core/kept/store/setFolder';
import { type UpdateProgress, updateSet } from '../../../../../src/core/kept/update/updateSet';
import { ExportLocks } from '../../../../../src/core/locks/exportLock';
import { utc, type Zone } from '../../../../../src/core/plan/range';
import { neverAborted } from '../../export/support/bodies';
import { quickFiles } from '../../export/support/failingFiles';
import { recordsIn } from '../../export/support/fakeService';
import { service } from '../../export/support/library';

/** Fields of a made-up service's records that tell each of them apart as it does. */
export const keptFields = ['error', 'os_name', 'error_receive_timestamp'];

interface WorldOptions {
	readonly zone?: Zone;
	readonly plan?: Partial<KeptPlan>;
	readonly parts?: Partial<ExportParts>;
}

/** One set in a library, and a clock that a test turns. */
export class KeptWorld {
	/** Milliseconds of Unix time: what the machine's clock shows. */
	now = 0;
	/** Somebody has the set open. */
	isOpen = false;
	readonly folder: string;
	private readonly parts: ExportParts;

	constructor(
		library: string,
		exportErrors: ExportParts['exportErrors'],
		private readonly options: WorldOptions = {},
	) {
		this.folder = join(applicationFolder(library, service, '101'), newSetFolderName());
		mkdirSync(this.folder, { recursive: true });
		this.parts = {
			exportErrors,
			queue: new KeyedQueue(),
			running: new Set(),
			locks: new ExportLocks(),
			rules: { ...usualHalving, minBeforeBreak: 0 },
			files: quickFiles,
			now: () => new Date(this.now),
			...options.parts,
		};
	}

	get zone(): Zone {
		return this.options.zone ?? utc;
	}

	async begin(since: string): Promise<void> {
		const plan: KeptPlan = {
			application: { id: '101', name: 'Shop for Android' },
			format: 'csv',
			fields: keptFields,
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
	): Promise<KeptSet> {
		const isOpen = async () => this.isOpen;
		return updateSet(
			{ folder: this.folder, zone, additionalFields: [], isOpen, days, unlessWithinMs },
			this.parts,
			signal,
			report,
		);
	}

	/** Changes what the manifest says, while nobody updates the set. */
	async change(change: (set: KeptSet) => KeptSet): Promise<void> {
		await writeSet(this.folder, change(await this.set()), quickFiles);
	}

	async set(): Promise<KeptSet> {
		const found = await readSet(this.folder);
		assert.ok(found);
		return found.set;
	}

	/** The records of all parts, each in one line, sorted. */
	async records(): Promise<string[]> {
		const { days, plan } = await this.set();
		return days
			.flatMap(({ part }) => (part ? recordsIn(this.textOf(part.folder, part.file), plan.format, plan.fields) : []))
			.toSorted();
	}

	textOf(folder: string, file: string): string {
		return readFileSync(join(this.folder, folder, file), 'utf8');
	}
}
