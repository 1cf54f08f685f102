import { basename, join } from 'node:path';
import { type KnownRecords, recordsFlags } from '../core/agent/context/agentContext';
import { readEntry } from '../core/export/library/entryFiles';
import { foldersOfApplications, type Runners } from '../core/export/library/library';
import { factsOfExport } from '../core/export/library/recordsFacts';
import { type ExportEntry, isStopped } from '../core/export/model/entry';
import { isExportFolderName } from '../core/export/model/names';
import { recordsPath } from '../core/export/model/recordsPath';
import { zoneName } from '../core/plan/range';
import { isSetFolderName, manifestName } from '../core/sync/model/names';
import { factsOfSet } from '../core/sync/model/setFacts';
import { getSummary } from '../core/sync/model/summary';
import type { SyncedSet } from '../core/sync/model/syncedSet';
import { readSet } from '../core/sync/store/setFolder';

const sampleService = 'sample';

type Flag = (typeof recordsFlags)[number];

export async function listKnownRecords(
	libraries: readonly string[],
	{ running, locks }: Runners,
	now: Date,
): Promise<readonly KnownRecords[]> {
	const found: KnownRecords[] = [];
	for (const library of new Set(libraries)) {
		for (const { folder } of await foldersOfApplications(library, isExportFolderName).catch(() => [])) {
			const entry = await readEntry(folder).catch(() => undefined);
			if (entry) {
				const runs = !entry.outcome && (running.has(basename(folder)) || (await isLocked(folder, locks)));
				found.push(knownExport(entry, runs));
			}
		}
		for (const { folder } of await foldersOfApplications(library, isSetFolderName).catch(() => [])) {
			const { set } = (await readSet(folder).catch(() => undefined)) ?? {};
			if (set) {
				found.push(knownSet(folder, set, now));
			}
		}
	}
	return found.sort((a, b) => b.askedAt - a.askedAt);
}

function isLocked(folder: string, locks: Runners['locks']): Promise<boolean> {
	return locks.isLocked(folder).catch(() => false);
}

export function knownExport(entry: ExportEntry, runs: boolean): KnownRecords {
	const { folder, name, stored, outcome } = entry;
	const { question, askedAt, zone, service } = stored;
	// An export without a time zone has no `RecordsFacts`, so the stored result of its verification is used.
	const proof = factsOfExport(entry)?.proof ?? outcome?.proof;
	return {
		folder,
		path: recordsPath(entry),
		application: question.application,
		name,
		since: question.since,
		until: question.until,
		timeZone: zone && zoneName(zone),
		dimension: question.dateDimension,
		records: outcome?.rows,
		askedAt: Date.parse(askedAt),
		filters: question.filters,
		flags: flagsOf({
			incomplete: outcome !== undefined && (proof === 'cut' || isStopped(outcome)),
			unverified: outcome !== undefined && proof === 'unproven',
			filtered: question.filters.length > 0,
			sample: service === sampleService,
			running: runs,
			interrupted: !outcome && !runs,
			empty: outcome?.flags.includes('empty') === true,
			partial: outcome?.flags.includes('shardsSkipped') === true,
		}),
	};
}

export function knownSet(folder: string, set: SyncedSet, now: Date): KnownRecords {
	const { plan, zone, service } = set;
	const { proof, askedAt } = factsOfSet(set);
	const { rows } = getSummary(set, now);
	const last = set.days.findLast(({ asked }) => asked)?.asked?.until;
	return {
		folder,
		path: join(folder, manifestName(plan.application)),
		application: plan.application,
		since: `${plan.since} 00:00:00`,
		until: last ?? `${plan.since} 00:00:00`,
		timeZone: zoneName(zone),
		dimension: 'receive',
		records: rows,
		askedAt: askedAt * 1000,
		filters: plan.filters,
		flags: flagsOf({
			incomplete: proof === 'cut',
			unverified: proof === 'unproven',
			filtered: plan.filters.length > 0,
			sample: service === sampleService,
			synced: true,
			empty: rows === 0,
		}),
	};
}

function flagsOf(holds: Partial<Record<Flag, boolean>>): readonly Flag[] {
	return recordsFlags.filter((flag) => holds[flag]);
}
