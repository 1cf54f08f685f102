import type { Pace } from '../../../common/pace';
import type { FrameQuestion } from '../../../stack/locate/frameTarget';
import type { Prepared } from '../prepared';
import type { Snapshot } from '../work/snapshot';
import type { FilesOfRecords, RecordFilesQuestion } from './siteAnswers';
import type { SitesOfRecords } from './siteIndex';
import { questionsOf } from './siteQuestions';

/** Each is read of a trace. */
const maxRead = 1000;
/** So that the answer crosses the border in a moment. */
const maxTold = 100;

/** The files of one's own code that traces of some records name. */
export async function filesOfRecords(
	prepared: Prepared,
	snapshot: Snapshot,
	{ index, sites: read }: SitesOfRecords,
	{ filters, max }: RecordFilesQuestion,
	pace: Pace,
): Promise<FilesOfRecords> {
	const { codes, ends, members, lows } = index.sites;
	const numbers = await prepared.selection(snapshot, filters, pace.signal);
	const ofList = new Uint32Array(ends.length);
	await pace.walk(numbers.length, (from, to) => {
		for (let place = from; place < to; place++) {
			const list = codes[numbers[place] ?? 0] ?? 0;
			ofList[list] = (ofList[list] ?? 0) + 1;
		}
	});
	const ofSite = new Uint32Array(lows.length);
	await pace.walk(ends.length, (from, to) => {
		for (let list = Math.max(1, from); list < to; list++) {
			const records = ofList[list] ?? 0;
			for (let at = ends[list - 1] ?? 0; records > 0 && at < (ends[list] ?? 0); at++) {
				const site = members[at] ?? 0;
				ofSite[site] = (ofSite[site] ?? 0) + records;
			}
		}
	});
	const { found, all } = await mostOf(ofSite, maxRead, pace);
	const questions = await questionsOf(snapshot, index, read, found, pace);
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

/** The sites that most records have, and how many there are of any. */
async function mostOf(
	records: Uint32Array,
	most: number,
	pace: Pace,
): Promise<{ readonly found: readonly number[]; readonly all: number }> {
	let found: number[] = [];
	let all = 0;
	const cut = () => {
		found = found.sort((a, b) => (records[b] ?? 0) - (records[a] ?? 0) || a - b).slice(0, most);
	};
	await pace.walk(records.length, (from, to) => {
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
