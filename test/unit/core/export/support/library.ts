import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeOutcome, writeQuestion } from '../../../../../src/core/export/library/entryFiles';
import { applicationFolder } from '../../../../../src/core/export/library/library';
import type { ExportEntry } from '../../../../../src/core/export/model/entry';
import { nodeFiles } from '../../../../../src/core/files/durableFile';
import type { Plan } from '../../../../../src/core/plan/plan';
import { getPlan, getQuestion } from './plans';

export const service = 'https://api.example.com';

export const nothingYet = { chunks: 1, done: 0, rows: 0, bytes: 0, queued: false } as const;

export interface ExportOptions {
	readonly plan?: Partial<Plan>;
	readonly askedAt?: string;
	/** Undefined if the export was interrupted. */
	readonly records?: string | undefined;
	readonly name?: string;
	readonly service?: string;
}

export async function addExport(library: string, options: ExportOptions = {}): Promise<ExportEntry> {
	const { plan: changes = {}, askedAt = '2026-11-20T09:02:03.000Z', name = '2026-11-20T09-02-03Z-abc123' } = options;
	const { service: from = service } = options;
	const plan = getPlan(changes);
	const { range: _, view: __, ...shared } = plan;
	const stored = { version: 1, service: from, plan, question: getQuestion(shared), askedAt } as const;
	const folder = join(applicationFolder(library, from, plan.application.id), name);
	mkdirSync(folder, { recursive: true });
	await writeQuestion(folder, stored, nodeFiles);
	if (options.records === undefined) {
		return { folder, stored, outcome: undefined, resumable: nothingYet };
	}
	const file = `shop_2026-11-13_2026-11-20.errors.${plan.format}`;
	writeFileSync(join(folder, file), options.records);
	chmodSync(join(folder, file), 0o444);
	const bytes = Buffer.byteLength(options.records);
	const counts = { rows: 1, bytes, finishedAt: askedAt, durationMs: 5 };
	const outcome = { version: 1, file, ...counts, flags: [], proof: 'unproven', doubts: [] } as const;
	await writeOutcome(folder, outcome, nodeFiles);
	return { folder, stored, outcome };
}
