import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { KeyedQueue } from '../../../../../src/core/common/keyedQueue';
import { usualHalving } from '../../../../../src/core/export/chunks/splitRules';
import type { ExportDependencies } from '../../../../../src/core/export/library/exportDependencies';
import { listExports } from '../../../../../src/core/export/library/library';
import type { ExportEntry, ExportProgress } from '../../../../../src/core/export/model/entry';
import { resumeExport } from '../../../../../src/core/export/run/resumeExport';
import { runExport } from '../../../../../src/core/export/run/runExport';
import { verifyExport } from '../../../../../src/core/export/run/verifyExport';
import { ExportLocks } from '../../../../../src/core/locks/exportLock';
import { FieldTable } from '../../../../../src/core/plan/fields';
import type { Plan } from '../../../../../src/core/plan/plan';
import { utc, type Zone } from '../../../../../src/core/plan/range';
import { neverAborted } from './bodies';
import { service } from './library';
import { getPlan } from './plans';

export interface HarnessOptions {
	readonly zone?: Zone;
	readonly signal?: AbortSignal;
	readonly report?: (progress: ExportProgress) => void;
	readonly dependencies?: Partial<ExportDependencies>;
}

export class ExportHarness {
	readonly running = new Set<string>();
	readonly locks = new ExportLocks();
	private readonly queue = new KeyedQueue();

	constructor(
		readonly library: string,
		private readonly exportErrors: ExportDependencies['exportErrors'],
	) {}

	run(
		plan: Partial<Plan>,
		{ zone = utc, signal = neverAborted, report = () => {}, dependencies }: HarnessOptions = {},
	) {
		const request = { service, plan: getPlan(plan), zone, fields: new FieldTable(), library: this.library };
		return runExport(request, this.dependencies(dependencies), signal, report);
	}

	resume(
		{ folder, stored }: ExportEntry,
		{ signal = neverAborted, report = () => {}, dependencies }: HarnessOptions = {},
	) {
		const past = { service: stored.service, library: this.library, folder, additionalFields: [] };
		return resumeExport(past, this.dependencies(dependencies), signal, report);
	}

	verify(
		{ folder, stored }: ExportEntry,
		{ signal = neverAborted, report = () => {}, dependencies }: HarnessOptions = {},
	) {
		const past = { service: stored.service, library: this.library, folder, additionalFields: [] };
		return verifyExport(past, this.dependencies(dependencies), signal, report);
	}

	async only(): Promise<ExportEntry> {
		const { entries } = await listExports(this.library, service, this);
		const [entry, ...others] = entries;
		if (!entry || others.length > 0) {
			throw new Error(`${entries.length} exports`);
		}
		return entry;
	}

	private dependencies(dependencies: Partial<ExportDependencies> = {}): ExportDependencies {
		return {
			exportErrors: this.exportErrors,
			queue: this.queue,
			running: this.running,
			locks: this.locks,
			// Test responses are smaller than the usual minimum.
			rules: { ...usualHalving, minBeforeBreak: 0 },
			...dependencies,
		};
	}
}

export function getText({ folder, outcome }: ExportEntry): string {
	if (!outcome) {
		throw new Error('no outcome');
	}
	return readFileSync(join(folder, outcome.file), 'utf8');
}
