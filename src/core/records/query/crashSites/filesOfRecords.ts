import type { Scheduler } from '../../../common/scheduler';
import type { FrameQuestion } from '../../../stack/locate/frameTarget';
import type { Snapshot } from '../execution/snapshot';
import type { QueryCache } from '../queryCache';
import type { FilesOfRecords, RecordFilesQuestion } from './siteAnswers';
import type { SitesOfRecords } from './siteIndex';
import { getQuestions } from './siteQuestions';

/** Maximum number of sites. Each site requires parsing a trace. */
const maxRead = 1000;
const maxTold = 100;

export async function filesOfRecords(
	queryCache: QueryCache,
	snapshot: Snapshot,
	{ index, sites: read }: SitesOfRecords,
	{ filters, max }: RecordFilesQuestion,
	scheduler: Scheduler,
): Promise<FilesOfRecords> {
	const { codes, ends, members, lows } = index.sites;
	const numbers = await queryCache.selection(snapshot, filters, scheduler.signal);
	const ofList = new Uint32Array(ends.length);
	await scheduler.forEachBatch(numbers.length, (from, to) => {
		for (let place = from; place < to; place++) {
			const list = codes[numbers[place] ?? 0] ?? 0;
			ofList[list] = (ofList[list] ?? 0) + 1;
		}
	});
	const ofSite = new Uint32Array(lows.length);
	await scheduler.forEachBatch(ends.length, (from, to) => {
		for (let list = Math.max(1, from); list < to; list++) {
			const records = ofList[list] ?? 0;
			for (let at = ends[list - 1] ?? 0; records > 0 && at < (ends[list] ?? 0); at++) {
				const site = members[at] ?? 0;
				ofSite[site] = (ofSite[site] ?? 0) + records;
			}
		}
	});
	const { found, all } = await mostOf(ofSite, maxRead, scheduler);
	const questions = await getQuestions(snapshot, index, read, found, scheduler);
	const byFile = new Map<string, FrameQuestion>();
	for (const question of questions) {
		const { file, type } = question?.frame ?? {};
		const key = JSON.stringify([file, type]);
		if (question && !byFile.has(key)) {
			byFile.set(key, question);
		}
	}
	const frames = [...byFile.values()].slice(0, Math.min(max, maxTold));
	return { frames, hasMore: found.length < all || frames.length < byFile.size };
}

async function mostOf(
	records: Uint32Array,
	most: number,
	scheduler: Scheduler,
): Promise<{ readonly found: readonly number[]; readonly all: number }> {
	let found: number[] = [];
	let all = 0;
	const cut = () => {
		found = found.sort((a, b) => (records[b] ?? 0) - (records[a] ?? 0) || a - b).slice(0, most);
	};
	await scheduler.forEachBatch(records.length, (from, to) => {
		for (let site = Math.max(1, from); site < to; site++) {
			if (records[site] !== 0) {
				all++;
				found.push(site);
				if (found.length === 2 * most) {
					cut();
				}
			}
		}
	});
	cut();
	return { found, all };
}
