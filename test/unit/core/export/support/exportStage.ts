import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KeyedQueue } from '../../../../../src/core/common/keyedQueue';
import type { ExportParts } from '../../../../../src/core/export/library/exportParts';
import { listExports } from '../../../../../src/core/export/library/library';
import type { ExportEntry, ExportProgress } from '../../../../../src/core/export/model/entry';
import { resumeExport } from '../../../../../src/core/export/run/resumeExport';
import { runExport } from '../../../../../src/core/export/run/runExport';
import { verifyExport } from '../../../../../src/core/export/run/verifyExport';
import { usualHalving } from '../../../../../src/core/export/slices/halvingRules';
import { ExportLocks } from '../../../../../src/core/locks/exportLock';
import { FieldTable } from '../../../../../src/core/plan/fields';
import type { Plan } from '../../../../../src/core/plan/plan';
import { utc, type Zone } from '../../../../../src/core/plan/range';
import { neverAborted } from './bodies';
import { service } from './library';
import { planOf } from './plans';

export interface StageOptions {
	readonly zone?: Zone;
	readonly signal?: AbortSignal;
	readonly report?: (progress: ExportProgress) => void;
	readonly parts?: Partial<ExportParts>;
}

/** Exports into one library, with the parts of one process. */
export class ExportStage {
	readonly running = new Set<string>();
	readonly locks = new ExportLocks();
	private readonly queue = new KeyedQueue();

	constructor(
		readonly library: string,
		private readonly exportErrors: ExportParts['exportErrors'],
	) {}

	run(plan: Partial<Plan>, { zone = utc, signal = neverAborted, report = () => {}, parts }: StageOptions = {}) {
		const request = { service, plan: planOf(plan), zone, fields: new FieldTable(), library: this.library };
		return runExport(request, this.parts(parts), signal, report);
	}

	resume({ folder, stored }: ExportEntry, { signal = neverAborted, report = () => {}, parts }: StageOptions = {}) {
		const past = { service: stored.service, library: this.library, folder, additionalFields: [] };
		return resumeExport(past, this.parts(parts), signal, report);
	}

	verify({ folder, stored }: ExportEntry, { signal = neverAborted, report = () => {}, parts }: StageOptions = {}) {
		const past = { service: stored.service, library: this.library, folder, additionalFields: [] };
		return verifyExport(past, this.parts(parts), signal, report);
	}

	/** The only export of the library. */
	async only(): Promise<ExportEntry> {
		const { entries } = await listExports(this.library, service, this);
		const [entry, ...others] = entries;
		if (!entry || others.length > 0) {
			throw new Error(`${entries.length} exports`);
		}
		return entry;
	}

	private parts(parts: Partial<ExportParts> = {}): ExportParts {
		return {
			exportErrors: this.exportErrors,
			queue: this.queue,
			running: this.running,
			locks: this.locks,
			// Bodies of tests are small.
			rules: { ...usualHalving, minBeforeBreak: 0 },
			...parts,
		};
	}
}

/** The text of an export's records. */
export function textOf({ folder, outcome }: ExportEntry): string {
	if (!outcome) {
		throw new Error('no outcome');
	}
	return readFileSync(join(folder, outcome.file), 'utf8');
}
